// Noise made by many hands: the sum of independent discrete Gaussians, one from each participant.
#pragma once

#include "poise/privacy/units.h"

#include <cstdint>

namespace poise::internal {

// PROMISE  An integer sum of d dimensions that moves by at most Delta (squared_sensitivity is
//          Delta^2) between neighbours, plus the sum of `honest` independent N_Z(0, s2) in every
//          coordinate, is rho-zCDP for the rho returned (rounded up).
// WHY      Where s2 >= 1/2, a sum Z of n such draws and one draw W of N_Z(0, n s2) have
//          |ln P(Z = x)/P(W = x)| <= tau = 10 sum_{k<n} e^(-2 pi^2 s2 k/(k+1)), and the cost is the smaller
//          of 1/2 (Delta/(s sqrt n) + tau sqrt d)^2 and 1/2 (Delta^2/(n s2) + tau d/2): Kairouz, Liu, Steinke
//          (2021), on sums of discrete Gaussians; with n = 1, tau = 0, it is the plain discrete
//          Gaussian's. The terms of tau fall with k: the first few are summed, the others are at
//          most as large as the next. More noise from others is post-processing.
// CHECKED  tests/privacy/distributed_gaussian_test.cpp
Result<Rational> gaussian_shares_cost(const Rational &variance, const Integer &squared_sensitivity,
                                      std::uint64_t dimensions, std::uint64_t honest);

// PROMISE  A variance s2 >= 3 for every participant, whose gaussian_shares_cost is at most rho. Unless it is
//          3, it is within 0.1% of the smallest such; its denominator is a power of two, at most 1024.
Result<Rational> gaussian_share_variance(const Rho &rho, const Integer &squared_sensitivity,
                                         std::uint64_t dimensions, std::uint64_t honest);

} // namespace poise::internal
