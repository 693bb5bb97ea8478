// Rows through a public map, and what of them is between two radii as integers: the loops.
#pragma once

#include "poise/aggregate/people/row_map.h"

#include <cstdint>

namespace poise::internal {

// Rows are padded with zeros to a whole number of these.
inline constexpr std::size_t lanes_of_rows = 8;
inline std::size_t padded(std::size_t columns) {
  return (columns + lanes_of_rows - 1) / lanes_of_rows * lanes_of_rows;
}

// A map made ready for the loops.
class PaddedMap {
public:
  explicit PaddedMap(const RowMap &map);

  std::size_t columns() const { return columns_; }
  std::size_t width() const { return width_; } // padded
  std::size_t directions() const { return directions_; }
  const double *centre() const { return centre_.data(); }
  const double *gain() const { return gain_.data(); }
  const double *reach() const { return reach_.data(); }
  const double *fill() const { return fill_.data(); }
  const double *along(std::size_t k) const { return along_.data() + k * width_; }
  const double *into(std::size_t k) const { return into_.data() + k * width_; }
  bool squares() const { return squares_; }
  double most() const { return most_; }

private:
  std::size_t columns_, width_, directions_;
  std::vector<double> centre_, gain_, reach_, fill_, along_, into_;
  bool squares_;
  double most_;
};

// PROMISE  Of every row of cells, where the map takes it (padded, into `mapped`) and the square of its norm
//          (into `norms`). The same bits for every instruction set, cut and thread.
// WHY      Eight sums, each over every eighth column, added up in one order; products and sums are rounded
//          one by one, never fused.
// CHECKED  tests/aggregate/map_rows_test.cpp
void map_rows(const PaddedMap &map, std::span<const double> cells, double *mapped, double *norms);

// What of a row is further from zero than `from`, and no further than `to`, in steps of 1 / scale.
struct Shell {
  double from, to;
  double scale;         // a power of two
  std::int64_t longest; // no longer in steps: at most 2^50
};

// PROMISE  sums[j] grows by the integers w_j of every row, and |w|_2 <= longest for every row, exactly.
//          The row is y * f for f = (min(|y|, to) - from)+ / |y|, up to a step, if longest is at least
//          scale * (to - from).
// WHY      y * f is shortened by what rounding may add. The integers that come out are at most 2^50, so
//          doubles hold them exactly; the sum of their squares is rounded by at most d 2^-53 of itself, and a
//          row for which it is above longest^2 (1 - 2^-30) becomes zero, whatever was meant. d <= 2^22.
// CHECKED  tests/aggregate/map_rows_test.cpp
//
// `mapped` has rows of `width` cells, `sums` as many.
void add_shell(const Shell &shell, const double *mapped, const double *norms, std::size_t rows,
               std::size_t width, std::int64_t *sums);

// The same integers row by row, into `clipped`, for products of them.
void clip_into(const Shell &shell, const double *mapped, const double *norms, std::size_t rows,
               std::size_t width, double *clipped);

} // namespace poise::internal
