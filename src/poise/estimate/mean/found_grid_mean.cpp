// Find a grid, then do as with one that was given.
#include "poise/estimate/mean/found_grid_mean.h"

#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/search/find_grid.h"
#include "poise/grid/zeros_and_ones.h"

#include <algorithm>
#include <array>
#include <bit>

namespace poise::internal {
namespace {

constexpr unsigned percent_for_the_grid = 3;

// Heavy tails reach far beyond seven of eight rows; a centre does not, in any direction.
constexpr int octaves_beyond_scale = 12;
constexpr unsigned magnitudes_to_a_centre = 8;

// As wide as leaves room for a sum over all columns and a shift, as in Grid::generous.
int bits_for(std::size_t columns) { return std::min(50, 61 - static_cast<int>(std::bit_width(columns))); }

// plan guesses from the bound how little a column may vary. A distance that was found is a better guess.
Rational spread_beside(const Rational &distance, std::size_t columns, const Grid &grid) {
  constexpr int octaves_of_doubt = 10; // between the widest columns and the others
  const int half_columns = static_cast<int>(std::bit_width(columns)) / 2;
  const Rational reach = grid.step() * Rational(to_integer(Int128{grid.bound()}));
  const Rational share = times_power_of_two(distance / reach, -half_columns - octaves_of_doubt);
  return std::clamp<Rational>(share, ratio(1, power_of_two(60)), Rational(1, 2));
}

} // namespace

Result<Estimate> found_grid_mean(const Table &table, const GridNeeds &needs, RunMean *method,
                                 Grant<Rho> grant, Bits &bits, const MeanOptions &options,
                                 const RunOptions &run) {
  if (table.binary() || options.binary)
    return method(table, unit_grid(), std::move(grant), bits, options, run);
  if (const auto error = check_enough_people(table)) return *error;
  constexpr std::array<unsigned, 2> shares = {percent_for_the_grid, 100 - percent_for_the_grid};
  auto grants = std::move(grant).split(shares);
  const std::size_t columns = table.columns().size();
  // What the method would refuse is refused before the search for a grid spends anything.
  if (const auto error = check_mean_options(options, grants[1].amount())) return *error;
  if (needs.sorts)
    if (const auto error = SortedColumns::check_memory(count_people(table), columns, run)) return *error;
  const GridRequest request{.beyond = octaves_beyond_scale, .finer = needs.finer, .most_bits = bits_for(columns)};
  const auto found = find_grid(table, request, std::move(grants[0]), bits, run);
  if (!found) return found.error();

  MeanOptions with_scale = options;
  if (found->typical_distance)
    with_scale.least_spread = spread_beside(*found->typical_distance, columns, found->grid);
  if (!options.centre_within) with_scale.centre_within = magnitudes_to_a_centre * found->magnitude;
  auto estimate = method(table, found->grid, std::move(grants[1]), bits, with_scale, run);
  if (!estimate) return estimate.error();
  AnyReceipt receipt = found->spent.receipt();
  receipt.append(estimate->receipt);
  estimate->receipt = std::move(receipt);
  if (!found->typical_distance)
    estimate->warnings.emplace_back(
        "most rows are equal: if only a few differ, they may have been cut off (gaps and words count as 0)");
  if (estimate->rows < found->needed_rows)
    estimate->warnings.push_back(not_enough_rows("finding a bound", estimate->rows, found->needed_rows) +
                                 ": a `bound` from public knowledge would help, or more rows or budget");
  return estimate;
}

} // namespace poise::internal
