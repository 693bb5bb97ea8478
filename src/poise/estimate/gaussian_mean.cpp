// Grid, exact sums, one noisy sum; then back to the user's scale.
#include "poise/estimate/gaussian_mean.h"

#include "poise/aggregate/column_sums.h"
#include "poise/base/nearest_double.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/noisy_sum.h"

namespace poise {
namespace {

constexpr double level = 0.95;
constexpr double normal_quantile = 1.959963984540054; // of (1 + level) / 2

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
  if (noise_std > nearest_double(grid.step() * Rational(to_integer(Int128{grid.bound()}))))
    warnings.push_back("the noise is larger than the bound: this result says nothing about the data; "
                       "more rows, more budget, fewer columns or a smaller bound would help");
  return warnings;
}

} // namespace

Result<MeanEstimate> gaussian_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                                   const Work &work) {
  const std::size_t people = table.people().value_or(table.rows());
  if (people < 2)
    return Error{ErrorKind::bad_input,
                 std::string("the table has one ") + (table.people() ? "person" : "row") +
                     ": a mean of one person cannot be private and useful",
                 table.people() ? "give a table about at least two people"
                                : "give a table of at least two rows"};
  const auto rows = on_grid(table, grid, work);
  if (!rows) return rows.error();
  const auto sum = ColumnSums::of(**rows, work);
  if (!sum) return sum.error();
  const auto release = noisy_sum(*sum, std::move(grant), bits);
  if (!release) return release.error();

  const Rational scale = grid.step() / Rational(to_integer(std::uint64_t{people}));
  std::vector<double> value;
  for (const Int128 noisy : release->value().values)
    value.push_back(nearest_double(to_integer(noisy) * scale));
  const double noise_std = nearest_root(release->value().noise_variance * scale * scale);

  NoiseInterval interval = interval_around(value, noise_std);
  return MeanEstimate{.method = "gaussian",
                      .rows = people,
                      .columns = table.columns(),
                      .value = std::move(value),
                      .noise_std = std::vector<double>(table.columns().size(), noise_std),
                      .interval = std::move(interval),
                      .receipt = release->receipt(),
                      .is_private = release->is_private(),
                      .warnings = warnings_about(noise_std, grid, release->is_private())};
}

} // namespace poise
