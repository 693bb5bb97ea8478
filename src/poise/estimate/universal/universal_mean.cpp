// Scale, range, sum; each column by itself.
#include "poise/estimate/universal/universal_mean.h"

#include "poise/aggregate/exact/column_sums.h"
#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/aggregate/transform/clamped_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/search/find_range.h"
#include "poise/estimate/search/find_scale.h"
#include "poise/estimate/universal/every_column.h"
#include "poise/estimate/universal/range_sample.h"
#include "poise/estimate/universal/universal_guard.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/random/sampler/permutation.h"

#include <array>

namespace poise::internal {
namespace {

constexpr int finer_than_the_scale = 10; // octaves: rounding does next to nothing beside the scale

template <class Unit>
Result<FoundValue<Unit>> column_mean(const Table &column, Grant<Unit> grant, Bits &bits,
                                     const UniversalOptions &options, const RunOptions &run) {
  const std::uint64_t people = count_people(column);
  const Unit whole = grant.amount();
  if (const auto error = check_enough_for_mean(people, whole, options)) return *error;
  const UniversalShares shares = mean_shares(options, people, grant.amount());
  const std::array weights = {shares.scale, shares.whole_range, shares.sum};
  auto grants = split_up(std::move(grant), weights);
  auto range_sample = RangeSample<Unit>::of(people, std::move(*grants[1]), whole, options, bits);
  if (!range_sample) return range_sample.error();
  Grant<Unit> for_range = range_sample->inner();
  std::optional<int> scale = options.bucket;
  SpentSteps<Unit> spent;
  if (grants[0]) {
    const auto pairs = pair_distances(column, permutation(people, bits), run);
    if (!pairs) return pairs.error();
    const auto found = find_scale(**pairs, std::move(*grants[0]), bits, options, run);
    if (!found) return found.error();
    scale = found->octave;
    spent.add(found->spent);
  }
  const auto range = find_range(column, scale, range_sample->sample(), {shares.range, finer_than_the_scale},
                                std::move(for_range), bits, options, run);
  if (!range) return range.error();
  const std::uint64_t needed = range_sample->of_all(range->needed_rows);
  spent.add(std::move(*range_sample).settled(range->spent));

  auto rows = on_grid(column, range->grid, run);
  if (!rows) return rows.error();
  auto shifted = shifted_rows(std::move(*rows), {range->centre});
  if (!shifted) return shifted.error();
  const auto exact = ColumnSums::of(*clamped_rows(std::move(*shifted), range->radius), run);
  if (!exact) return exact.error();
  const auto sum = noisy_sum(*exact, std::move(*grants[2]), bits);
  if (!sum) return sum.error();
  spent.add(*sum);

  const Rational step = range->grid.step(), scale_back = step / Rational(to_integer(people));
  const Rational value =
      to_integer(Int128{range->centre}) * step + to_integer(sum->value().values[0]) * scale_back;
  return FoundValue<Unit>{nearest_double(value),
                          nearest_root(sum->value().noise_variance * scale_back * scale_back), needed, spent,
                          !scale};
}

} // namespace

template <class Unit>
Result<Estimate> universal_mean(const Table &table, Grant<Unit> grant, Bits &bits,
                                const UniversalOptions &options, const RunOptions &run) {
  if (const auto error = check_universal_options(options)) return *error;
  if (const auto error = SortedColumns::check_memory(count_people(table), 1, run)) return *error;
  return every_column<Unit>(std::string(name_of(options.version)), table, std::move(grant),
                            [&](const Table &column, Grant<Unit> part) {
                              return column_mean(column, std::move(part), bits, options, run);
                            });
}

template Result<Estimate> universal_mean(const Table &, Grant<Epsilon>, Bits &, const UniversalOptions &,
                                         const RunOptions &);
template Result<Estimate> universal_mean(const Table &, Grant<Rho>, Bits &, const UniversalOptions &,
                                         const RunOptions &);

namespace {

// A range is found, whatever grid is given.
template <UniversalVersion version>
Result<Estimate> run(const Table &table, const std::optional<Grid> &, Grant<Rho> grant, Bits &bits,
                     const MeanOptions &, const RunOptions &how) {
  return universal_mean(table, std::move(grant), bits, {.version = version}, how);
}

template <UniversalVersion version>
Result<Estimate> run_pure(const Table &table, const std::optional<Grid> &, Grant<Epsilon> grant, Bits &bits,
                          const RunOptions &how) {
  return universal_mean(table, std::move(grant), bits, {.version = version}, how);
}

} // namespace

constinit const MeanMethod universal_method = {
    .name = "universal",
    .summary = "each column by itself: a private scale and range, then the mean of what is clipped to it",
    .detail = "no bound and no belief at all, with pure epsilon; constants as published",
    .assumes = "nothing about the data; enough rows for its searches, or it refuses",
    .takes = {},
    .run = run<UniversalVersion::published>,
    .run_pure = run_pure<UniversalVersion::published>,
};

constinit const MeanMethod universal_tuned_method = {
    .name = "universal-tuned",
    .summary = "as universal, with constants of our own: same promise, several times less noise",
    .detail = "one column without a bound, with pure epsilon; or several with units of their own",
    .assumes = "nothing about the data; enough rows for its searches, or it refuses",
    .takes = {},
    .run = run<UniversalVersion::tuned>,
    .run_pure = run_pure<UniversalVersion::tuned>,
};

} // namespace poise::internal
