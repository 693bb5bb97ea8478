// An exact sum made private with discrete Gaussian noise (zCDP) or discrete Laplace noise (pure DP).
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/mechanism/released.h"

#include <string>
#include <vector>

namespace poise::internal {

struct NoisySum {
  std::vector<Int128> values; // sum + noise, per column
  Integer noise_variance;     // public: of the noise in every column, or a little more
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      One row moves the sum by at most D in l2-norm, D^2 = squared_sensitivity.
//          N_Z(0, s2) per column costs D^2/(2 s2); s2 = ceil(D^2/(2 rho)), so <= rho.
//          Clamping at +-2^125 is a function of the noisy sum (add_noise.h).
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/noisy_sum_test.cpp, tests/mechanism/noisy_sum_privacy_test.cpp
//
// `step` is what the receipt calls it.
Result<Released<NoisySum>> noisy_sum(const ExactSum &sum, Grant<Rho> grant, Bits &bits,
                                     std::string step = "sum");

// PROMISE  epsilon-DP; neighbours replace one row, n is public.
// WHY      One row moves the sum by at most D in l1-norm; noise with P(x) ~ exp(-|x| epsilon / D) in every
//          column changes no chance by more than exp(epsilon). Its variance is at most 2 D^2 / epsilon^2, as
//          cosh(r) - 1 >= r^2 / 2. Clamping as above.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/noisy_sum_pure_test.cpp
Result<Released<NoisySum, Epsilon>> noisy_sum(const ExactSum &sum, Grant<Epsilon> grant, Bits &bits,
                                              std::string step = "sum");

} // namespace poise::internal
