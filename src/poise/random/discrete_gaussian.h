// Discrete Gaussian noise on the integers, exact for every rational variance.
#pragma once

#include "poise/base/exact.h"
#include "poise/random/bits.h"

namespace poise {

// (to be documented)
class DiscreteGaussian {
public:
  explicit DiscreteGaussian(const Rational &variance);
  Int128 operator()(Bits &bits) const;
};

} // namespace poise
