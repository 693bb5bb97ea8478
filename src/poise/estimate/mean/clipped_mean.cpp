// Grid, radius, sum; then back to the user's scale.
#include "poise/estimate/mean/clipped_mean.h"

#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/clip_and_sum.h"
#include "poise/estimate/mean/found_grid_mean.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/on_grid.h"

namespace poise::internal {

Result<Estimate> clipped_mean(const Table &table, const std::optional<Grid> &given, Grant<Rho> grant,
                              Bits &bits, const MeanOptions &options, const RunOptions &run) {
  if (!given) return found_grid_mean(table, {.finer = 8}, clipped_mean, std::move(grant), bits, options, run);
  const Grid &grid = *given;
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  const auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const std::size_t columns = table.columns().size(), people = count_people(table);
  const auto release = clip_and_sum(**rows, {.dimensions = columns}, options, std::move(grant), bits, run);
  if (!release) return release.error();

  std::vector<double> value(columns), noise_std(columns, 2 * reach_of(grid));
  if (release->sum) {
    const Rational scale = grid.step() / Rational(to_integer(std::uint64_t{people}));
    const double noise = nearest_root(release->sum->noise_variance * scale * scale);
    for (std::size_t j = 0; j < columns; ++j) {
      value[j] = nearest_double(to_integer(release->sum->values[j]) * scale);
      noise_std[j] = noise;
    }
  }
  return make_estimate(
      "clipped", table, grid,
      {std::move(value), std::move(noise_std), release->receipt, release->is_private, release->needed_rows});
}

constinit const MeanMethod clipped_method = {
    .name = "clipped",
    .summary = "finds a private radius around zero and averages the rows clipped to it",
    .detail = "error in proportion to the largest norm: good when the data lie around zero",
    .assumes = "nothing about the data; enough rows for a private quantile, or it warns",
    .takes = {MeanOption::bound, MeanOption::mean_within, MeanOption::clip_quantile},
    .run = clipped_mean,
};

} // namespace poise::internal
