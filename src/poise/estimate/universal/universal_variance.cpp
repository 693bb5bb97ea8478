// Pairs, scale, radius, sum of squares; each column by itself.
#include "poise/estimate/universal/universal_variance.h"

#include "poise/aggregate/exact/column_sums.h"
#include "poise/aggregate/transform/sampled_rows.h"
#include "poise/aggregate/transform/squared_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/search/find_radius.h"
#include "poise/estimate/search/find_scale.h"
#include "poise/estimate/universal/every_column.h"
#include "poise/estimate/universal/range_sample.h"
#include "poise/estimate/universal/universal_guard.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/magnitudes.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/random/sampler/permutation.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace poise::internal {
namespace {

constexpr int bits_of_a_distance = 30;
// A safe reach leaves out some: the close search goes on beyond it, and begins well within.
constexpr int rungs_within = Rungs::per_octave, rungs_beyond = 12;

// People for so many pairs; the largest number stands for too many to count.
std::uint64_t twice(std::uint64_t pairs) {
  return pairs > ~std::uint64_t{0} / 2 ? ~std::uint64_t{0} : 2 * pairs;
}

// Steps of a 2^30th of the radius, or coarser where doubles end; the radius is the bound.
Grid distances_within(int rung) {
  const int octave =
      (rung - Rungs::lowest + Rungs::per_octave - 1) / Rungs::per_octave + Rungs::lowest / Rungs::per_octave;
  const int exponent = std::clamp(octave - bits_of_a_distance, Grid::least_exponent, Grid::largest_exponent);
  const double steps = std::ceil(std::ldexp(magnitude_of(rung), -exponent));
  const auto most = static_cast<double>(std::int64_t{1} << bits_of_a_distance);
  return Grid::of(exponent, static_cast<std::int64_t>(std::clamp(steps, 1.0, most))).value();
}

template <class Unit>
Result<FoundValue<Unit>> column_variance(const Table &column, Grant<Unit> grant, Bits &bits,
                                         const UniversalOptions &options, const RunOptions &run) {
  const std::uint64_t people = count_people(column), pairs = people / 2;
  const Unit whole = grant.amount();
  if (const auto error = check_enough_for_variance(people, whole, options)) return *error;
  const VarianceShares shares = variance_shares(options, pairs, grant.amount());
  const std::array weights = {shares.scale, shares.reach, shares.radius, shares.sum};
  auto grants = split_up(std::move(grant), weights);
  auto range_sample = RangeSample<Unit>::of(pairs, std::move(*grants[2]), whole, options, bits);
  if (!range_sample) return range_sample.error();
  Grant<Unit> for_radius = range_sample->inner();
  const RadiusSearch how = close_search_for_squares(options);

  const std::vector<std::uint64_t> order = permutation(people, bits);
  auto apart = pair_distances(column, order, run);
  if (!apart) return apart.error();
  std::optional<int> scale = options.bucket;
  SpentSteps<Unit> spent;
  if (grants[0]) {
    const auto found = find_scale(**apart, std::move(*grants[0]), bits, options, run);
    if (!found) return found.error();
    scale = found->octave;
    spent.add(found->spent);
  }
  // Squares grow by twice as many octaves: published, they double with every rung looked at.
  const bool tuned = options.version == UniversalVersion::tuned;
  const int step = tuned ? 1 : Rungs::per_octave / 2;
  int first = scale ? Rungs::per_octave * *scale - step : Rungs::lowest, last = Rungs::highest;
  std::uint64_t needed = 0;
  if (grants[1]) {
    const auto reach = find_rung(**apart, {first, last, Rungs::per_octave}, std::move(*grants[1]), bits,
                                 safe_search(options), options.beta, "reach", run);
    if (!reach) return reach.error();
    spent.add(reach->spent);
    needed = twice(reach->needed_rows);
    const int rung = static_cast<int>(reach->radius);
    first = std::max(first, rung - rungs_within);
    last = std::min(last, rung + rungs_beyond);
  }
  const auto looked_at = range_sample->sample() ? sampled_rows(*apart, *range_sample->sample()) : *apart;
  const auto radius = find_rung(*looked_at, {first, last, step}, std::move(for_radius), bits, how,
                                options.beta, "radius", run);
  if (!radius) return radius.error();
  needed = std::max(needed, twice(range_sample->of_all(radius->needed_rows)));
  spent.add(std::move(*range_sample).settled(radius->spent));

  const Grid grid = distances_within(static_cast<int>(radius->radius));
  constexpr std::array<std::uint64_t, 1> plus = {0};
  auto gaps = pair_gaps(column, order, plus, grid, run);
  if (!gaps) return gaps.error();
  const auto squares = squared_rows(std::move(*gaps));
  if (!squares) return squares.error();
  const auto exact = ColumnSums::of(**squares, run);
  if (!exact) return exact.error();
  const auto sum = noisy_sum(*exact, std::move(*grants[3]), bits);
  if (!sum) return sum.error();
  spent.add(*sum);

  const Rational scale_back = grid.step() * grid.step() / (2 * Rational(to_integer(pairs)));
  return FoundValue<Unit>{nearest_double(to_integer(sum->value().values[0]) * scale_back),
                          nearest_root(sum->value().noise_variance * scale_back * scale_back), needed, spent,
                          radius->radius == Rungs::lowest};
}

} // namespace

template <class Unit>
Result<Estimate> universal_variance(const Table &table, Grant<Unit> grant, Bits &bits,
                                    const UniversalOptions &options, const RunOptions &run) {
  if (const auto error = check_universal_options(options)) return *error;
  return every_column<Unit>(std::string(name_of(options.version)), table, std::move(grant),
                            [&](const Table &column, Grant<Unit> part) {
                              return column_variance(column, std::move(part), bits, options, run);
                            });
}

template Result<Estimate> universal_variance(const Table &, Grant<Epsilon>, Bits &, const UniversalOptions &,
                                             const RunOptions &);
template Result<Estimate> universal_variance(const Table &, Grant<Rho>, Bits &, const UniversalOptions &,
                                             const RunOptions &);

} // namespace poise::internal
