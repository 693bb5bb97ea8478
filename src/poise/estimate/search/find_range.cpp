// Three private steps, each on a grid that the step before has made small.
#include "poise/estimate/search/find_range.h"

#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/aggregate/transform/sampled_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/saturated.h"
#include "poise/estimate/search/find_radius.h"
#include "poise/estimate/search/octave_ladder.h"
#include "poise/estimate/universal/universal_shares.h"
#include "poise/grid/magnitudes.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace poise::internal {
namespace {

constexpr int most_bits = 60; // of a grid: a shift by its own bound leaves it below 2^62
constexpr int finer_for_centre_tuned = 2;
// A safe reach leaves out some: the close search goes on beyond it, and begins well within.
constexpr int octaves_beyond = 8, octaves_within = 1;

std::shared_ptr<const GridRows> looked_at(std::shared_ptr<const GridRows> rows,
                                          const std::vector<std::uint64_t> *sample) {
  return sample ? sampled_rows(std::move(rows), *sample) : rows;
}

// 2^octave in steps of the grid, at least one.
std::int64_t steps_of(int octave, const Grid &grid) {
  return std::int64_t{1} << std::clamp(octave - grid.exponent(), 0, most_bits);
}

// The share of a budget that a step at this rate costs.
double cost(double rate, const Epsilon &whole) { return 2 * rate / whole.display(); }
double cost(double rate, const Rho &whole) { return rate * rate / 2 / whole.display(); }

// The wider the grid, the more a median costs: as much as it takes to miss a quarter of the rows hardly ever,
// at the expense of the radius, but no more than half. From public numbers and releases alone.
template <class Unit>
RangeShares with_enough_for_centre(const RangeShares &shares, const Grid &grid, std::size_t rows,
                                   const Unit &budget) {
  constexpr double nats_to_spare = 9, most = 0.6;
  const unsigned all = shares.centre + shares.reach + shares.radius;
  const double candidates = 2 * static_cast<double>(grid.bound()) + 1;
  const double rate = 4 * (std::log(candidates) + nats_to_spare) / static_cast<double>(rows);
  const auto wish = static_cast<unsigned>(std::min(most, cost(rate, budget)) * all);
  if (wish <= shares.centre) return shares;
  const unsigned left = all - wish,
                 reach = std::max(1U, left * shares.reach / (shares.reach + shares.radius));
  return {shares.magnitude, wish, reach, std::max(1U, left - reach)};
}

} // namespace

Grid grid_for(int octave, std::optional<int> scale, int finer) {
  const int wish = scale ? *scale - finer : octave - most_bits;
  const int step =
      std::clamp(std::max(wish, octave - most_bits), Grid::least_exponent, Grid::largest_exponent);
  return Grid::of(step, std::int64_t{1} << std::clamp(octave - step, 0, most_bits)).value();
}

template <class Unit>
Result<FoundMagnitude<Unit>>
find_magnitude(const Table &column, std::optional<int> scale, const std::vector<std::uint64_t> *sample,
               Grant<Unit> grant, Bits &bits, const UniversalOptions &options, const RunOptions &run) {
  auto magnitudes = row_magnitudes(column, run);
  if (!magnitudes) return magnitudes.error();
  const auto rows = looked_at(std::move(*magnitudes), sample);
  if (options.version == UniversalVersion::tuned) {
    const auto needed = octave_error(grant.amount(), common_octaves, options.beta);
    const std::uint64_t rank = high_rank(rows->rows(), 4, grant.amount());
    auto found = find_octave(*rows, rank, std::move(grant), bits, "magnitude", run);
    if (!found) return found.error();
    return FoundMagnitude<Unit>{found->octave.value_or(Rungs::lowest / Rungs::per_octave),
                                saturated(4 * needed.value_or(power_of_two(62))), std::move(found->spent)};
  }
  // From half the resolution on: what is within that stands at 0 of its grid.
  const int first = scale ? Rungs::per_octave * (*scale - 1) : Rungs::lowest;
  const auto found = find_rung(*rows, {first, Rungs::highest, Rungs::per_octave}, std::move(grant), bits,
                               safe_search(options), options.beta, "magnitude", run);
  if (!found) return found.error();
  return FoundMagnitude<Unit>{static_cast<int>(found->radius) / Rungs::per_octave, found->needed_rows,
                              found->spent};
}

template <class Unit>
Result<FoundRange<Unit>> find_range(const Table &column, std::optional<int> scale,
                                    const std::vector<std::uint64_t> *sample, const RangePlan &plan,
                                    Grant<Unit> grant, Bits &bits, const UniversalOptions &options,
                                    const RunOptions &run) {
  const RangeShares &shares = plan.shares;
  const std::array<unsigned, 2> first_of_all = {shares.magnitude,
                                                shares.centre + shares.reach + shares.radius};
  auto parts = std::move(grant).split(first_of_all);
  const auto magnitude = find_magnitude(column, scale, sample, std::move(parts[0]), bits, options, run);
  if (!magnitude) return magnitude.error();

  const bool tuned = options.version == UniversalVersion::tuned;
  const Grid coarse = grid_for(magnitude->octave, scale, tuned ? finer_for_centre_tuned : 0);
  auto coarse_rows = on_grid(column, coarse, run);
  if (!coarse_rows) return coarse_rows.error();
  const auto sorted = SortedColumns::of(*looked_at(std::move(*coarse_rows), sample), run);
  if (!sorted) return sorted.error();
  const RangeShares later =
      tuned ? with_enough_for_centre(shares, coarse, sorted->rows(), parts[1].amount()) : shares;
  std::optional<int> reached;
  const std::array weights = {later.centre, later.reach, later.radius};
  auto grants = split_up(std::move(parts[1]), weights);
  const auto rank_error =
      quantile_rank_error(2 * to_integer(Int128{coarse.bound()}) + 1, 1, grants[0]->amount(), options.beta);
  const auto centre =
      exponential_quantiles(*sorted, (sorted->rows() + 1) / 2, std::move(*grants[0]), bits, "centre", run);
  if (!centre) return centre.error();

  SpentSteps<Unit> spent = magnitude->spent;
  spent.add(*centre);
  std::uint64_t needed =
      std::max(magnitude->needed_rows, saturated(4 * rank_error.value_or(power_of_two(62))));
  int top = magnitude->octave + 1;
  if (grants[1]) {
    // How far people are from the centre, over all doubles: no grid can hide those who are far out.
    const double middle = nearest_double(to_integer(Int128{centre->value().values[0]}) * coarse.step());
    auto distances = row_distances(column, middle, run);
    if (!distances) return distances.error();
    const int first = scale ? Rungs::per_octave * *scale : Rungs::lowest;
    const auto reach =
        find_rung(*looked_at(std::move(*distances), sample), {first, Rungs::highest, Rungs::per_octave},
                  std::move(*grants[1]), bits, safe_search(options), options.beta, "reach", run);
    if (!reach) return reach.error();
    spent.add(reach->spent);
    needed = std::max(needed, reach->needed_rows);
    reached = static_cast<int>(reach->radius) / Rungs::per_octave;
    top = std::max(top, *reached + octaves_beyond);
  }
  const Grid fine = grid_for(std::min(top, Rungs::highest / Rungs::per_octave), scale, plan.finer);
  const int finer = coarse.exponent() - fine.exponent();
  const std::int64_t middle = finer >= 0
                                  ? centre->value().values[0] * (std::int64_t{1} << finer)
                                  : centre->value().values[0] / (std::int64_t{1} << std::min(-finer, 62));
  auto fine_rows = on_grid(column, fine, run);
  if (!fine_rows) return fine_rows.error();
  auto shifted = shifted_rows(std::move(*fine_rows), {middle});
  if (!shifted) return shifted.error();
  const auto around = looked_at(std::move(*shifted), sample);
  // The resolution is where a radius begins to matter; without one, a step of the grid. Tuned: from well
  // within the reach to well beyond it.
  std::int64_t first = steps_of(scale.value_or(fine.exponent()), fine), last = around->bound();
  if (reached) {
    first = std::max(first, steps_of(*reached - octaves_within, fine));
    last = std::min(last, steps_of(*reached + octaves_beyond, fine));
  }
  const auto radius = find_radius(*around, first, last, std::move(*grants[2]), bits, close_search(options),
                                  options.beta, "radius", run);
  if (!radius) return radius.error();
  spent.add(radius->spent);
  needed = std::max(needed, radius->needed_rows);
  return FoundRange<Unit>{fine, middle, radius->radius, needed, spent};
}

template Result<FoundMagnitude<Epsilon>> find_magnitude(const Table &, std::optional<int>,
                                                        const std::vector<std::uint64_t> *, Grant<Epsilon>,
                                                        Bits &, const UniversalOptions &, const RunOptions &);
template Result<FoundMagnitude<Rho>> find_magnitude(const Table &, std::optional<int>,
                                                    const std::vector<std::uint64_t> *, Grant<Rho>, Bits &,
                                                    const UniversalOptions &, const RunOptions &);
template Result<FoundRange<Epsilon>> find_range(const Table &, std::optional<int>,
                                                const std::vector<std::uint64_t> *, const RangePlan &,
                                                Grant<Epsilon>, Bits &, const UniversalOptions &,
                                                const RunOptions &);
template Result<FoundRange<Rho>> find_range(const Table &, std::optional<int>,
                                            const std::vector<std::uint64_t> *, const RangePlan &, Grant<Rho>,
                                            Bits &, const UniversalOptions &, const RunOptions &);

} // namespace poise::internal
