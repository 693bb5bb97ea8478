// The public integer grid: where a number may stand, fixed before any data is seen.
#pragma once

#include "poise/base/exact.h"
#include "poise/base/result.h"

#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>

#ifdef __FAST_MATH__
#error "poise: a grid needs NaN and exact scaling; compile without -ffast-math"
#endif

namespace poise {

static_assert(std::numeric_limits<double>::is_iec559);

// Integers k with |k| <= bound stand for the numbers k * 2^exponent.
class Grid {
public:
  static constexpr std::int32_t largest_bound = std::int32_t{1} << 30;
  static constexpr int largest_exponent = 500; // so that every step and bound is a normal double
  static constexpr std::int32_t fill = 0;      // where missing cells go

  // A fine grid over [-bound, bound]: the bound lies 2^29 to 2^30 steps away. It is
  // rounded up to a whole step, so that nothing within the wish is cut off.
  static Result<Grid> within(const Rational &bound);
  static Result<Grid> within(std::string_view decimal_bound);

  // A grid of one's own.
  static Result<Grid> of(int exponent, std::int32_t bound);

  int exponent() const { return exponent_; }
  std::int32_t bound() const { return bound_; }
  Rational step() const;

  // PROMISE  Total: every double, infinite, NaN or subnormal, lands on an integer of the
  //          grid. Exact: the nearest one to its value cut off at the bounds, halves
  //          away from zero; NaN, which marks a missing cell, lands on the fill.
  // WHY      edge_ = bound * 2^exponent is a normal double without rounding, so cutting
  //          off is exact. Then |cell * 2^-exponent| <= 2^30; scaling by a power of two
  //          only rounds where the result is subnormal, and both it and the true
  //          value are then nearest to 0. Taking off the whole part is exact.
  // ASSUMES  IEEE 754 doubles, without -ffast-math.
  // CHECKED  tests/grid/grid_test.cpp
  std::int32_t place(double cell) const {
    if (cell != cell) return fill;
    const double cut = cell > edge_ ? edge_ : cell < -edge_ ? -edge_ : cell;
    const double steps = cut * per_step_;
    const auto whole = static_cast<std::int32_t>(steps);
    const double rest = steps - whole;
    return whole + (rest >= 0.5) - (rest <= -0.5);
  }

  // PROMISE  The same for whole numbers, exactly; nothing passes through a double.
  // WHY      The bound is a whole number of steps, so rounding and cutting off commute.
  //          Upwards, m * 2^k > bound just when m > floor(bound / 2^k), else it fits 30
  //          bits. Downwards, the last bit shifted out says whether m / 2^e rounds up.
  // CHECKED  tests/grid/grid_test.cpp
  template <std::signed_integral T> std::int32_t place(T cell) const {
    // A small number, not a character. NOLINTNEXTLINE(bugprone-signed-char-misuse,cert-str34-c)
    const auto wide = static_cast<std::int64_t>(cell);
    const auto magnitude = static_cast<std::uint64_t>(wide);
    return wide < 0 ? -place_magnitude(-magnitude) : place_magnitude(magnitude);
  }
  template <std::unsigned_integral T> std::int32_t place(T cell) const { return place_magnitude(cell); }

  friend bool operator==(const Grid &a, const Grid &b) {
    return a.exponent_ == b.exponent_ && a.bound_ == b.bound_;
  }

private:
  Grid(int exponent, std::int32_t bound);
  static Result<Grid> fine(const Rational &bound, std::string_view got); // as its owner wrote it

  std::int32_t place_magnitude(std::uint64_t magnitude) const {
    const auto bound = static_cast<std::uint64_t>(bound_);
    if (exponent_ <= 0) {
      const int up = -exponent_;
      const bool beyond = up > 30 ? magnitude > 0 : magnitude > bound >> up;
      return beyond ? bound_ : static_cast<std::int32_t>(up > 30 ? 0 : magnitude << up);
    }
    if (exponent_ > 64) return 0;
    const std::uint64_t half_steps = magnitude >> (exponent_ - 1);
    const std::uint64_t steps = (half_steps >> 1) + (half_steps & 1);
    return static_cast<std::int32_t>(steps < bound ? steps : bound);
  }

  int exponent_;
  std::int32_t bound_;
  double edge_;     // the bound as a number
  double per_step_; // 2^-exponent
};

} // namespace poise
