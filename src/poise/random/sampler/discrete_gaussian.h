// Discrete Gaussian noise on the integers, exact for every rational variance.
#pragma once

#include "poise/random/sampler/geometric.h"

#include <vector>

namespace poise::internal {

// PROMISE  P(X = x) proportional to exp(-x^2 / (2 variance)) exactly, |x| < largest, for any
//          rational variance in (0, 2^200]. Draws beyond are returned as +-largest:
//          whoever clamps sum + noise at half of that publishes a function of the
//          exact noisy sum. N_Z(0, variance)^d on a sum of l2-sensitivity D is
//          D^2 / (2 variance)-zCDP (Canonne, Kamath, Steinke 2020).
// WHY      With t = floor(sigma) + 1, U uniform on [0, t), V unit geometric, Y = U + tV is
//          kept with probability exp(-U/t - (Y - variance/t)^2 / (2 variance)); the product
//          with exp(-V) is exp(-Y^2 / (2 variance)) up to a constant. Fair sign, no minus zero.
// CHECKED  tests/random/discrete_gaussian_test.cpp, tests/random/exact_privacy_test.cpp
class DiscreteGaussian {
public:
  explicit DiscreteGaussian(const Rational &variance, Arithmetic arithmetic = Arithmetic::fast_first);

  Int128 operator()(Bits &bits) const;

  static constexpr Int128 largest = Int128{1} << 126;
  static constexpr unsigned max_variance_bits = 200;

  // The two faces of one proposal, for the tests: what the fast road believes about
  // gamma, and what it is.
  FixedPoint proposal_gamma(UInt128 offset, std::uint64_t rounds) const;
  Rational exact_proposal_gamma(UInt128 offset, std::uint64_t rounds) const;
  UInt128 span() const { return span_; } // t

private:
  bool keep(UInt128 offset, std::uint64_t rounds, Bits &bits) const;

  Rational variance_;
  UInt128 span_;
  unsigned drop_ = 0;                     // low bits of an offset that the fast road ignores
  UInt128 per_unit_ = 0;                  // floor(2^(128 + drop) / t)
  std::uint64_t ratio_ = 0;               // floor(2^64 r), r = variance / t^2
  std::uint64_t slope_ = 0;               // floor(2^62 / (2r))
  std::vector<FixedPoint> narrow_gammas_; // by V, where variance < 1 and so t = 1
  Arithmetic arithmetic_;
  UnitGeometric unit_;
  const FixedExpTable *exponential_;
};

} // namespace poise::internal
