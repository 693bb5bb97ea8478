// Grid, exact sums, one noisy sum; then back to the user's scale.
#include "poise/estimate/gaussian_mean.h"

#include "poise/aggregate/column_sums.h"
#include "poise/base/nearest_double.h"
#include "poise/mechanism/noisy_sum.h"

#include <algorithm>

namespace poise {
namespace {

constexpr double level = 0.95;
constexpr double normal_quantile = 1.959963984540054; // of (1 + level) / 2

// Chunks keep the gridded copy small; the sums are the same for any size.
ExactSum sum_columns(const Table &table, const Grid &grid) {
  constexpr std::size_t chunk_cells = std::size_t{1} << 18;
  const std::size_t chunk = std::max<std::size_t>(1, chunk_cells / table.columns().size());
  ColumnSums sums(grid, table.columns().size());
  for (std::size_t first = 0; first < table.rows(); first += chunk)
    sums.add(GriddedRows(table, grid, first, std::min(first + chunk, table.rows())));
  return std::move(sums).finish();
}

NoiseInterval interval_around(const std::vector<double> &value, double noise_std) {
  NoiseInterval interval{level, {}, {}};
  for (const double centre : value) {
    interval.low.push_back(centre - normal_quantile * noise_std);
    interval.high.push_back(centre + normal_quantile * noise_std);
  }
  return interval;
}

std::vector<std::string> warnings_about(double noise_std, const Grid &grid, bool is_private) {
  std::vector<std::string> warnings;
  if (!is_private) warnings.push_back("simulation with a seed: this result is not private");
  if (noise_std > nearest_double(grid.step() * grid.bound()))
    warnings.push_back("the noise is larger than the bound: this result says nothing about the data; "
                       "more rows, more budget, fewer columns or a smaller bound would help");
  return warnings;
}

} // namespace

Result<MeanEstimate> gaussian_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits) {
  if (table.rows() < 2)
    return Error{ErrorKind::bad_input,
                 "the table has one row: a mean of one person cannot be private and useful",
                 "give a table of at least two rows"};
  const auto release = noisy_sum(sum_columns(table, grid), std::move(grant), bits);
  if (!release) return release.error();

  const Rational scale = grid.step() / Rational(to_integer(std::uint64_t{table.rows()}));
  std::vector<double> value;
  for (const Int128 sum : release->value().values) value.push_back(nearest_double(to_integer(sum) * scale));
  const double noise_std = nearest_root(release->value().noise_variance * scale * scale);

  NoiseInterval interval = interval_around(value, noise_std);
  return MeanEstimate{.method = "gaussian",
                      .rows = table.rows(),
                      .columns = table.columns(),
                      .value = std::move(value),
                      .noise_std = std::vector<double>(table.columns().size(), noise_std),
                      .interval = std::move(interval),
                      .receipt = release->receipt(),
                      .is_private = release->is_private(),
                      .warnings = warnings_about(noise_std, grid, release->is_private())};
}

} // namespace poise
