// Noise that no single participant adds: shares whose sum over the honest ones is the noise of the release.
#pragma once

#include "poise/random/sampler/discrete_gaussian.h"
#include "poise/random/sampler/discrete_gaussian_table.h"
#include "poise/random/sampler/polya.h"

#include <variant>

namespace poise::internal {

// PROMISE  A draw of N_Z(0, variance), exact, read modulo 2^64; for a rational variance in (0, 2^100]. It is
//          added to residues modulo 2^64 or less, so nothing is lost; add as unsigned numbers, which wrap.
//          Beyond 2^62 lies less than exp(-2^23) of the law.
// WHY      The samplers of random/: a table where so many draws repay it. The sum of n >= 2 such shares is
//          nearly N_Z(0, n variance); in d coordinates and against a shift of l2-norm D it is
//          1/2 (D / sqrt(n variance) + t sqrt(d))^2-zCDP, where
//          t = 10 sum_{0<k<n} exp(-2 pi^2 variance k/(k+1)) (Kairouz, Liu, Steinke 2021).
// CHECKED  tests/shuffle/noise_shares_test.cpp
class GaussianShare {
public:
  // The number of draws decides how they are made, not their law.
  GaussianShare(const Rational &variance, std::uint64_t expected_draws);

  std::int64_t operator()(Bits &bits) const {
    if (const auto *table = std::get_if<DiscreteGaussianTable>(&sampler_)) return (*table)(bits);
    return static_cast<std::int64_t>(std::get<DiscreteGaussian>(sampler_)(bits));
  }

  bool by_table() const { return std::holds_alternative<DiscreteGaussianTable>(sampler_); }

private:
  std::variant<DiscreteGaussian, DiscreteGaussianTable> sampler_;
};

// PROMISE  The draws of `honest` participants add up to discrete Laplace noise of that rate, exactly: the sum
//          is proportional to exp(-rate |x|). For honest >= 1 and a rate of at least 2^-16.
// WHY      A difference of two Pólya counts of shape 1/honest. Shapes add up to 1: a geometric variable, and
//          a difference of two of those is discrete Laplace.
// CHECKED  tests/shuffle/noise_shares_test.cpp
class PolyaShare {
public:
  PolyaShare(std::uint64_t honest, const Rational &rate);

  std::int64_t operator()(Bits &bits) const {
    const auto plus = static_cast<std::int64_t>(polya_(bits));
    return plus - static_cast<std::int64_t>(polya_(bits));
  }

private:
  Polya polya_;
};

// PROMISE  floor((value + r) / 2^shift) for r uniform in [0, 2^shift): one of the two integers around
//          value / 2^shift, with value / 2^shift as its exact mean; shift at most 63.
// CHECKED  tests/shuffle/noise_shares_test.cpp
std::int64_t randomly_rounded(std::int64_t value, unsigned shift, Bits &bits);

} // namespace poise::internal
