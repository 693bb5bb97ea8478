// Discrete Laplace noise on the integers, exact for every rational rate.
#pragma once

#include "poise/random/sampler/geometric.h"

namespace poise::internal {

// PROMISE  P(X = x) proportional to exp(-rate * |x|) exactly, for any rational rate > 0 and
//          |x| < 2^126; draws beyond are returned as +-2^126 (see DiscreteGaussian). Added
//          to an integer of sensitivity D it is (rate * D)-differentially private.
// WHY      A geometric magnitude (geometric.h) with a fair sign, where minus zero is thrown back:
//          docs/proofs/discrete_laplace.md
// CHECKED  tests/random/discrete_laplace_test.cpp, tests/random/exact_privacy_test.cpp
class DiscreteLaplace {
public:
  explicit DiscreteLaplace(const Rational &rate, Arithmetic arithmetic = Arithmetic::fast_first)
      : magnitude_(rate, arithmetic) {}

  Int128 operator()(Bits &bits) const {
    for (;;) {
      const bool negative = bits.word() >> 63 != 0;
      const auto magnitude = static_cast<Int128>(magnitude_(bits));
      if (!negative) return magnitude;
      if (magnitude != 0) return -magnitude;
    }
  }

private:
  Geometric magnitude_;
};

} // namespace poise::internal
