// Grid, exact sums, one noisy sum; then back to the user's scale.
#include "poise/estimate/mean/gaussian_mean.h"

#include "poise/aggregate/exact/column_sums.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/noisy_sum.h"

namespace poise::internal {

Result<Estimate> gaussian_mean(const Table &table, const std::optional<Grid> &given, Grant<Rho> grant,
                               Bits &bits, const MeanOptions &, const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  const Grid grid = given ? *given : Grid::generous(table.columns().size());
  const std::size_t people = count_people(table);
  const auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const auto sum = ColumnSums::of(**rows, run);
  if (!sum) return sum.error();
  const auto release = noisy_sum(*sum, std::move(grant), bits);
  if (!release) return release.error();

  const Rational scale = grid.step() / Rational(to_integer(std::uint64_t{people}));
  std::vector<double> value;
  for (const Int128 noisy : release->value().values)
    value.push_back(nearest_double(to_integer(noisy) * scale));
  const double noise_std = nearest_root(release->value().noise_variance * scale * scale);

  std::vector<double> noise_stds(table.columns().size(), noise_std);
  Estimate mean =
      make_estimate("gaussian", table, grid,
                    {std::move(value), std::move(noise_stds), release->receipt(), release->is_private()});
  if (!given)
    mean.warnings.emplace_back(
        "no `bound` given: cells up to about 1e9 are let in, and the noise is scaled to "
        "that; a bound from public knowledge makes it smaller");
  return mean;
}

constinit const MeanMethod gaussian_method = {
    .name = "gaussian",
    .summary = "cuts every cell off at a public bound and adds Gaussian noise scaled to it",
    .detail = "a baseline: right when a tight bound is known, wasteful when the bound is a guess",
    .assumes = "a public bound on every cell, chosen without looking at the data",
    .wants_bound = true,
    .run = gaussian_mean,
};

} // namespace poise::internal
