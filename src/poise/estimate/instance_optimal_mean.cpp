// Four steps: public rotation, private centre, private radius, private sum; then the way back.
#include "poise/estimate/instance_optimal_mean.h"

#include "poise/aggregate/clamped_rows.h"
#include "poise/aggregate/hadamard.h"
#include "poise/aggregate/rotated_rows.h"
#include "poise/aggregate/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/clip_and_sum.h"
#include "poise/estimate/mean_parts.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/noisy_search.h"

#include <array>

namespace poise {
namespace {

std::vector<std::uint64_t> random_signs(std::size_t columns, Bits &bits) {
  std::vector<std::uint64_t> signs((columns + 63) / 64);
  for (std::uint64_t &word : signs) word = bits.word();
  return signs;
}

// The rows rotated, in memory if there is room for them, as every search goes over them many times.
Result<std::shared_ptr<const GridRows>> rotate(std::shared_ptr<const GridRows> rows,
                                               const std::vector<std::uint64_t> &signs, const Work &work) {
  auto rotated = rotated_rows(std::move(rows), signs);
  if (!rotated) return rotated.error();
  if ((*rotated)->bound() > Grid::largest_bound / 2) // the centre takes as much again, whatever it is
    return Error{ErrorKind::bad_parameter, "rows around a centre could outgrow 62 bits",
                 "choose a coarser grid: a smaller bound, less precision or fewer columns"};
  return KeepRows::if_room(std::move(*rotated), work);
}

// D H y / width, cut to the columns there are: what undoes the rotation. On released numbers.
std::vector<double> rotate_back(std::vector<double> y, const std::vector<std::uint64_t> &signs,
                                std::size_t columns) {
  const std::size_t width = y.size();
  for (std::size_t stride = 1; stride < width; stride *= 2)
    for (std::size_t j = 0; j < width; ++j)
      if ((j & stride) == 0) {
        const double a = y[j], b = y[j + stride];
        y[j] = a + b;
        y[j + stride] = a - b;
      }
  y.resize(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    const bool negative = (signs[j / 64] >> (j % 64) & 1) != 0;
    y[j] *= (negative ? -1.0 : 1.0) / static_cast<double>(width);
  }
  return y;
}

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

Result<Estimate> instance_optimal_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                                           const MeanOptions &options, const Work &work) {
  if (const auto error = too_few_people(table)) return *error;
  if (const auto error = wrong_choices(options, grant.amount())) return *error;
  const std::size_t columns = table.columns().size(), people = count_people(table);
  const std::vector<std::uint64_t> signs = random_signs(columns, bits);
  auto rows = on_grid(table, grid, work);
  if (!rows) return rows.error();
  const auto rotated = rotate(std::move(*rows), signs, work);
  if (!rotated) return rotated.error();

  const std::array shares = {options.shares.centre, options.shares.radius + options.shares.sum};
  auto grants = std::move(grant).split(shares);
  const auto searched = rows_to_search(*rotated, grid, options);
  if (!searched) return searched.error();
  const std::uint64_t needed_for_medians = rows_for_medians(**searched, grants[0].amount());
  const auto centre = noisy_column_quantiles(*searched, (people + 1) / 2, std::move(grants[0]), bits, work);
  if (!centre) return centre.error();
  const auto shifted = shifted_rows(*rotated, centre->value().values);
  if (!shifted) return shifted.error();
  const auto release =
      clip_and_sum(**shifted, {.dimensions = columns}, options, std::move(grants[1]), bits, work);
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
  return told("instance-optimal", table, grid,
              {std::move(value), std::move(noise_std), std::move(receipt), is_private, needed});
}

} // namespace poise
