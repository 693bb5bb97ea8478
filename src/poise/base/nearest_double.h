// From exact numbers to doubles, rounding to nearest: for display and after release only.
#pragma once

#include "poise/base/exact.h"

namespace poise::internal {

// Correctly rounded. (GMP's own get_d cuts off instead: it turns 1/10 into
// 0.09999999999999999.)
double nearest_double(const Rational &value);

// The double nearest to the square root of a non-negative number, within an ulp.
double nearest_root(const Rational &value);

} // namespace poise::internal
