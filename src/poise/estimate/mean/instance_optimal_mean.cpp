// Four steps: public rotation, private centre, private radius, private sum; then the way back.
#include "poise/estimate/mean/instance_optimal_mean.h"

#include "poise/aggregate/transform/clamped_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/clip_and_sum.h"
#include "poise/estimate/mean/found_grid_mean.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/mean/rotation.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/noisy_search.h"
#include "poise/random/sampler/random_signs.h"

#include <array>

namespace poise::internal {
namespace {

// Rows below which a median over so many rotated columns may miss the data altogether.
std::uint64_t rows_for_medians(const GridRows &rotated, const Rho &rho) {
  const auto error =
      search_rank_error(2 * to_integer(Int128{rotated.bound()}) + 1, rotated.columns(), rho, ratio(1, 10));
  if (!error || !fits_uint64(2 * *error + 1)) return ~std::uint64_t{0};
  return static_cast<std::uint64_t>(to_uint128(2 * *error)) + 1;
}

// The rotated rows, cut off where nobody expects the centre. A rotated column is sqrt(width) times as long as
// its direction.
Result<std::shared_ptr<const GridRows>> rows_to_search(const std::shared_ptr<const GridRows> &rotated,
                                                       const Grid &grid, const MeanOptions &options) {
  if (!options.centre_within) return rotated;
  const Rational steps = *options.centre_within / grid.step();
  const Integer limit =
      isqrt(ceil(steps * steps * Rational(to_integer(std::uint64_t{rotated->columns()})))) + 1;
  if (limit >= to_integer(Int128{rotated->bound()})) return rotated;
  return clamped_rows(rotated, static_cast<std::int64_t>(limit.get_si()));
}

} // namespace

Result<Estimate> instance_optimal_mean(const Table &table, const std::optional<Grid> &given, Grant<Rho> grant,
                                       Bits &bits, const MeanOptions &options, const RunOptions &run) {
  if (!given)
    return found_grid_mean(table, {.finer = 8}, instance_optimal_mean, std::move(grant), bits, options, run);
  const Grid &grid = *given;
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  const std::size_t columns = table.columns().size(), people = count_people(table);
  const std::vector<std::uint64_t> signs = random_signs(columns, bits);
  auto rows = on_grid(table, grid, run);
  if (!rows) return rows.error();
  const auto rotated = rotate(std::move(*rows), signs, run);
  if (!rotated) return rotated.error();

  const std::array shares = {options.shares.centre, options.shares.radius + options.shares.sum};
  auto grants = std::move(grant).split(shares);
  const auto searched = rows_to_search(*rotated, grid, options);
  if (!searched) return searched.error();
  const std::uint64_t needed_for_medians = rows_for_medians(**searched, grants[0].amount());
  const auto centre = noisy_column_quantiles(*searched, (people + 1) / 2, std::move(grants[0]), bits, run);
  if (!centre) return centre.error();
  const auto shifted = shifted_rows(*rotated, centre->value().values);
  if (!shifted) return shifted.error();
  const auto release =
      clip_and_sum(**shifted, {.dimensions = columns}, options, std::move(grants[1]), bits, run);
  if (!release) return release.error();

  const double step = nearest_double(grid.step()), n = static_cast<double>(people);
  std::vector<double> turned;
  for (std::size_t j = 0; j < (*rotated)->columns(); ++j) {
    const double around = release->sum ? static_cast<double>(release->sum->values[j]) / n : 0;
    turned.push_back(static_cast<double>(centre->value().values[j]) + around);
  }
  std::vector<double> value = rotate_back(std::move(turned), signs, columns);
  for (double &number : value) number *= step;
  const Rational scale = grid.step() / Rational(to_integer(std::uint64_t{people}));
  const Rational width(to_integer(std::uint64_t{(*rotated)->columns()}));
  const double noise =
      release->sum ? nearest_root(release->sum->noise_variance * scale * scale / width) : 2 * reach_of(grid);
  std::vector<double> noise_std(columns, noise);

  Receipt<Rho> receipt = centre->receipt();
  receipt.append(release->receipt);
  const bool is_private = centre->is_private() && release->is_private;
  const std::uint64_t needed = std::max(needed_for_medians, release->needed_rows);
  return make_estimate("instance-optimal", table, grid,
                       {std::move(value), std::move(noise_std), std::move(receipt), is_private, needed});
}

constinit const MeanMethod instance_optimal_method = {
    .name = "instance-optimal",
    .summary = "rotates at random, finds a private centre and radius, and averages what is clipped around it",
    .detail = "error in proportion to the spread of the data, wherever they lie and whatever the bound",
    .assumes = "nothing about the data; enough rows for private medians, or it warns",
    .takes = {MeanOption::bound, MeanOption::mean_within, MeanOption::clip_quantile},
    .run = instance_optimal_mean,
};

} // namespace poise::internal
