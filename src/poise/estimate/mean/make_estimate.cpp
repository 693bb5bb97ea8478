// Field by field, and what a reader should be warned of.
#include "poise/estimate/mean/make_estimate.h"

#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"

#include <algorithm>

namespace poise::internal {
namespace {


// What the noise does to the answer, column by column.
NoiseInterval interval_around(const std::vector<double> &value, const std::vector<double> &noise_std,
                              double stds) {
  NoiseInterval interval{interval_level, {}, {}};
  for (std::size_t i = 0; i < value.size(); ++i) {
    interval.low.push_back(value[i] - stds * noise_std[i]);
    interval.high.push_back(value[i] + stds * noise_std[i]);
  }
  return interval;
}

std::vector<std::string> warnings_about(const std::vector<double> &noise_std, const Grid &grid,
                                        bool is_private) {
  std::vector<std::string> warnings;
  if (!is_private) warnings.push_back("simulation with a seed: this result is not private");
  const double bound = reach_of(grid);
  if (std::ranges::any_of(noise_std, [&](double noise) { return noise > bound; }))
    warnings.push_back("the noise is larger than the bound: this result says nothing about the data; "
                       "more rows, more budget, fewer columns or a smaller bound would help");
  return warnings;
}

} // namespace

double reach_of(const Grid &grid) {
  return nearest_double(grid.step() * Rational(to_integer(Int128{grid.bound()})));
}

Estimate make_estimate(std::string method, const Table &table, const Grid &grid, FoundMean found) {
  const std::size_t people = count_people(table);
  std::vector<std::string> warnings = warnings_about(found.noise_std, grid, found.is_private);
  if (people < found.needed_rows)
    warnings.push_back(not_enough_rows(method, people, found.needed_rows) +
                       ": the result may be far off; more rows, more budget or fewer columns would help");
  NoiseInterval interval = interval_around(found.value, found.noise_std, found.stds_in_interval);
  return Estimate{.method = std::move(method),
                  .rows = people,
                  .columns = table.columns(),
                  .value = std::move(found.value),
                  .noise_std = std::move(found.noise_std),
                  .interval = std::move(interval),
                  .receipt = std::move(found.receipt),
                  .is_private = found.is_private,
                  .warnings = std::move(warnings)};
}

} // namespace poise::internal
