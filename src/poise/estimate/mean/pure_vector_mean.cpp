// Grid, rotation, medians, radius, sum; then the way back.
#include "poise/estimate/mean/pure_vector_mean.h"

#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/rotation.h"
#include "poise/estimate/saturated.h"
#include "poise/estimate/search/find_grid.h"
#include "poise/estimate/search/find_radius.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/mechanism/noisy_sum.h"
#include "poise/random/sampler/random_signs.h"

#include <algorithm>
#include <array>
#include <bit>

namespace poise::internal {
namespace {

// So that the l1-norm of a row of rotated columns around a centre stays below 2^62.
int bits_for(std::size_t columns) { return std::min(40, 59 - 2 * static_cast<int>(std::bit_width(columns))); }

Error too_few(std::size_t people, const Integer &needed) {
  return bad_input(
      not_enough_rows("pure-vector", people, saturated(needed)),
      "give more rows, more budget or fewer columns, or each column by itself: `method=universal-tuned`");
}

// How far off the medians could be, over candidates of so many bits: from public numbers alone.
std::optional<Error> medians_would_miss(std::size_t people, std::size_t columns, int bits,
                                        const Epsilon &epsilon) {
  const auto error =
      quantile_rank_error(power_of_two(static_cast<unsigned>(bits)), columns, epsilon, ratio(1, 10));
  const Integer needed = 4 * error.value_or(power_of_two(64));
  if (to_integer(std::uint64_t{people}) >= needed) return std::nullopt;
  return too_few(people, needed);
}

struct Shares {
  std::optional<Grant<Epsilon>> grid;
  Grant<Epsilon> centre, reach, radius, sum;
};

Shares divide(Grant<Epsilon> grant, bool with_grid) {
  const std::array<unsigned, 5> weights = {with_grid ? 4U : 0U, 19, 4, 15, 38};
  auto grants = split_up(std::move(grant), weights);
  return {std::move(grants[0]), std::move(*grants[1]), std::move(*grants[2]), std::move(*grants[3]),
          std::move(*grants[4])};
}

} // namespace

Result<Estimate> pure_vector_mean(const Table &table, const std::optional<Grid> &grid, Grant<Epsilon> grant,
                                  Bits &bits, const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  const std::size_t columns = table.columns().size(), people = count_people(table);
  const std::size_t width = std::bit_ceil(columns);
  if (const auto error = SortedColumns::check_memory(people, width, run)) return *error;
  Shares shares = divide(std::move(grant), !grid);
  // What there is to search on each of the rotated columns; without a grid, a range of a thousand at least.
  constexpr int least_bits = 10;
  const int bits_to_search =
      grid ? static_cast<int>(std::bit_width(static_cast<std::uint64_t>(grid->bound()) * width)) + 1
           : least_bits;
  if (const auto error = medians_would_miss(people, width, bits_to_search, shares.centre.amount()))
    return *error;

  SpentSteps<Epsilon> spent;
  std::optional<Grid> on = grid;
  std::uint64_t needed = 0;
  if (!on) {
    const GridRequest request{.beyond = 6, .finer = 4, .most_bits = bits_for(columns)};
    const auto found = find_grid(table, request, std::move(*shares.grid), bits, run);
    if (!found) return found.error();
    on = found->grid;
    needed = found->needed_rows;
    spent.add(found->spent);
  }
  const std::vector<std::uint64_t> signs = random_signs(columns, bits);
  auto rows = on_grid(table, *on, run);
  if (!rows) return rows.error();
  const auto rotated = rotate(std::move(*rows), signs, run);
  if (!rotated) return rotated.error();
  const Integer longest = 2 * to_integer(Int128{(*rotated)->bound()}) * to_integer(std::uint64_t{width});
  if (longest >= power_of_two(62))
    return bad_parameter("the norms of rotated rows could outgrow 62 bits",
                         "choose a coarser grid: a smaller bound or fewer columns");

  const auto medians_off = quantile_rank_error(2 * to_integer(Int128{(*rotated)->bound()}) + 1, width,
                                               shares.centre.amount(), ratio(1, 10));
  const auto sorted = SortedColumns::of(**rotated, run);
  if (!sorted) return sorted.error();
  const auto centre =
      exponential_quantiles(*sorted, (people + 1) / 2, std::move(shares.centre), bits, "centre", run);
  if (!centre) return centre.error();
  spent.add(*centre);
  const auto shifted = shifted_rows(*rotated, centre->value().values);
  if (!shifted) return shifted.error();

  const auto radius =
      find_close_radius(**shifted, 1, static_cast<std::int64_t>(longest.get_si()),
                        std::optional(std::move(shares.reach)), std::move(shares.radius), bits, {}, run);
  if (!radius) return radius.error();
  spent.add(radius->spent);
  const auto exact = ClippedSums::of(**shifted, Ball::l1(to_integer(Int128{radius->radius})), run);
  if (!exact) return exact.error();
  const auto sum = noisy_sum(*exact, std::move(shares.sum), bits);
  if (!sum) return sum.error();
  spent.add(*sum);

  const double step = nearest_double(on->step()), n = static_cast<double>(people);
  std::vector<double> turned;
  for (std::size_t j = 0; j < width; ++j)
    turned.push_back(static_cast<double>(centre->value().values[j]) +
                     static_cast<double>(sum->value().values[j]) / n);
  std::vector<double> value = rotate_back(std::move(turned), signs, columns);
  for (double &number : value) number *= step;
  const Rational scale = on->step() / Rational(to_integer(std::uint64_t{people}));
  const double noise =
      nearest_root(sum->value().noise_variance * scale * scale / Rational(to_integer(std::uint64_t{width})));
  const Integer for_medians = 4 * medians_off.value_or(power_of_two(62));
  needed = std::max({needed, radius->needed_rows, saturated(for_medians)});
  // Laplace noise of several columns mixes; of one alone it has the widest tails: log(20) / sqrt(2).
  constexpr double stds_of_laplace = 2.118325640;
  return make_estimate("pure-vector", table, *on,
                       {std::move(value), std::vector<double>(columns, noise), spent.receipt(),
                        spent.is_private(), needed, stds_of_laplace});
}

constinit const MeanMethod pure_vector_method = {
    .name = "pure-vector",
    .summary = "rotates at random, finds private medians and an l1-radius, and adds Laplace noise",
    .detail = "several columns of one kind together, with pure epsilon",
    .assumes = "nothing about the data; enough rows for private medians, or it refuses",
    .run_pure = pure_vector_mean,
};

} // namespace poise::internal
