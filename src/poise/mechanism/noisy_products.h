// A sum of products of columns made private: what a private covariance is made of.
#pragma once

#include "poise/aggregate/people/exact_products.h"
#include "poise/mechanism/released.h"

#include <string>
#include <vector>

namespace poise::internal {

struct NoisyProducts {
  std::vector<Int128> values; // the symmetric matrix row by row: sum + noise in squares of a step
  Integer diagonal_variance, other_variance; // public: of the noise
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      One row moves the matrix by at most D in Frobenius norm, D^2 = squared_sensitivity. Noise
//          N_Z(0, s2) on the diagonal and N_Z(0, t2) above it costs the sum of x_ii^2 / (2 s2) and
//          x_ij^2 / (2 t2). With s2 >= 2 t2 and t2 >= D^2 / (4 rho), that is at most rho * |x|_F^2 / D^2, as
//          the Frobenius norm counts what is above the diagonal twice. Rounding follows the noise.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/noisy_products_test.cpp
Result<Released<NoisyProducts>> noisy_products(const ExactProducts &products, Grant<Rho> grant, Bits &bits,
                                               std::string step);

} // namespace poise::internal
