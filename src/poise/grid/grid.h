// The public integer grid: where a number may stand, fixed before any data is seen.
#pragma once

#include "poise/base/exact.h"
#include "poise/base/result.h"

#include <cstdint>
#include <limits>
#include <string_view>

#ifdef __FAST_MATH__
#error "poise: a grid needs NaN and exact scaling; compile without -ffast-math"
#endif

namespace poise::internal {

static_assert(std::numeric_limits<double>::is_iec559);

// Integers k with |k| <= bound stand for the numbers k * 2^exponent.
class Grid {
public:
  static constexpr std::int64_t largest_bound = std::int64_t{1} << 62;
  static constexpr std::int64_t largest_narrow_bound = std::numeric_limits<std::int32_t>::max();
  // So that every step and its inverse are normal doubles, and every bound is a finite one.
  static constexpr int least_exponent = -1022, largest_exponent = 960;

  // A fine grid over [-bound, bound]: the bound lies 2^(bits-1) to 2^bits steps away. It is
  // rounded up to a whole step, so that nothing within the wish is cut off.
  static Result<Grid> within(const Rational &bound, int bits = 30);
  static Result<Grid> within(std::string_view decimal_bound, int bits = 30);

  // The coarsest grid over [-bound, bound] whose step is at most the root of `squared_step`: for those who
  // know how much rounding they can bear. The bound is rounded up to a whole step.
  static Result<Grid> with_step(const Rational &bound, const Rational &squared_step);

  // A grid of one's own.
  static Result<Grid> of(int exponent, std::int64_t bound);

  // The same grid for those who count cells up to a place, such as quantiles: missing cells go to its upper
  // end, above whatever is there, and not to 0.
  Grid with_gaps_on_top() const;

  // For those who name no bound: numbers up to 2^30, about a billion, in steps of 2^-20,
  // about a millionth; coarser where a rotation of so many columns would outgrow 64 bits.
  static Grid generous(std::size_t columns);

  int exponent() const { return exponent_; }
  std::int64_t bound() const { return bound_; }
  std::int64_t fill() const { return fill_; } // where missing cells go
  Rational step() const;

  // Whether the range allows cells of 32 bits.
  bool narrow() const { return bound_ <= largest_narrow_bound; }

  // PROMISE  Total: every double, infinite, NaN or subnormal, lands on an integer of the
  //          grid. Exact: the nearest one to its value cut off at the bounds, halves
  //          away from zero; NaN, which marks a missing cell, lands on the fill.
  // WHY      Scaling by a power of two only rounds where the result is subnormal, and both it
  //          and the true value are then nearest to 0, or where it is infinite, which is
  //          beyond. Once |steps| <= 2^62, the whole part fits and taking it off is exact.
  //          The bound is a whole number of steps, so rounding and cutting off commute.
  // ASSUMES  IEEE 754 doubles, without -ffast-math.
  // CHECKED  tests/grid/grid_test.cpp
  std::int64_t place(double cell) const {
    if (cell != cell) return fill_;
    constexpr double most = 0x1p62;
    const double steps = cell * per_step_;
    const double cut = steps > most ? most : steps < -most ? -most : steps;
    const auto whole = static_cast<std::int64_t>(cut);
    const double rest = cut - static_cast<double>(whole);
    const std::int64_t nearest = whole + (rest >= 0.5) - (rest <= -0.5);
    return nearest > bound_ ? bound_ : nearest < -bound_ ? -bound_ : nearest;
  }

  // PROMISE  What place() says, for a narrow grid.
  // WHY      edge_ = bound * 2^exponent is a normal double without rounding, so cutting
  //          off first is exact, and then |steps| < 2^31.
  // CHECKED  tests/grid/grid_test.cpp
  std::int32_t place_narrow(double cell) const {
    const double cut = cell > edge_ ? edge_ : cell < -edge_ ? -edge_ : cell == cell ? cell : fill_number_;
    const double steps = cut * per_step_;
    const auto whole = static_cast<std::int32_t>(steps);
    const double rest = steps - whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
  }

  friend bool operator==(const Grid &a, const Grid &b) {
    return a.exponent_ == b.exponent_ && a.bound_ == b.bound_ && a.fill_ == b.fill_;
  }

private:
  Grid(int exponent, std::int64_t bound);
  static Result<Grid> fine(const Rational &bound, int bits, std::string_view got); // as its owner wrote it

  int exponent_;
  std::int64_t bound_;
  double edge_;     // the bound as a number, exactly if the grid is narrow
  double per_step_; // 2^-exponent
  std::int64_t fill_ = 0;
  double fill_number_ = 0; // the fill as a number, exactly if the grid is narrow
};

} // namespace poise::internal
