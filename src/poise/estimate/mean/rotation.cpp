// There and back.
#include "poise/estimate/mean/rotation.h"

#include "poise/aggregate/transform/rotated_rows.h"
#include "poise/grid/kept_grid_rows.h"

namespace poise::internal {

Result<std::shared_ptr<const GridRows>>
rotate(std::shared_ptr<const GridRows> rows, const std::vector<std::uint64_t> &signs, const RunOptions &run) {
  auto rotated = rotated_rows(std::move(rows), signs);
  if (!rotated) return rotated.error();
  if ((*rotated)->bound() > Grid::largest_bound / 2) // the centre takes as much again, whatever it is
    return bad_parameter("rows around a centre could outgrow 62 bits",
                         "choose a coarser grid: a smaller bound, less precision or fewer columns");
  return KeepRows::if_room(std::move(*rotated), run);
}

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

} // namespace poise::internal
