// Noise and clamping for rivals: simulations in doubles, which are good for comparing errors and never
// private.
#pragma once

#include "poise/random/bits.h"

#include <span>

namespace poise::internal::experiments {

// Laplace noise of this scale.
double laplace(double scale, Bits &bits);

struct Bounds {
  double low, high;

  double clamp(double number) const { return number < low ? low : number > high ? high : number; }
  double middle() const { return low / 2 + high / 2; }
  double length() const { return high - low; }
};

// PROMISE  If doubles were real numbers: epsilon-DP; neighbours replace one row, n is public.
// WHY      One row moves a sum of n clamped numbers by at most the length of the bounds.
// CHECKED  tests/experiments/universal_rivals_test.cpp
double bounded_mean(std::span<const double> numbers, const Bounds &bounds, double epsilon, Bits &bits);

// PROMISE  As above.
// WHY      Half of epsilon for a sum around the middle of the bounds, which one row moves by their length at
//          most, half for a sum of squares, which it moves by the square of half of that. Not below 0.
// CHECKED  tests/experiments/universal_rivals_test.cpp
double bounded_variance(std::span<const double> numbers, const Bounds &bounds, double epsilon, Bits &bits);

} // namespace poise::internal::experiments
