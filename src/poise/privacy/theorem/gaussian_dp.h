// Gaussian differential privacy: the exact (epsilon, delta) of continuous Gaussian noise.
#pragma once

#include "poise/privacy/units.h"

namespace poise::internal {

// PROMISE  Continuous Gaussian mechanisms whose costs D_i^2/(2 s_i^2), fixed in advance, add up
//          to rho are together (eps, delta)-DP for all values returned here.
// WHY      They are mu-GDP with mu^2 = sum D_i^2/s_i^2 = 2 rho (Dong, Roth, Su 2022, cor. 3.3),
//          so delta(eps) = [erfc((eps-rho)/(2 sqrt rho)) - e^eps erfc((eps+rho)/(2 sqrt rho))]/2.
//          Enclosed by intervals; the inverses return numbers that passed the enclosed check.
// ASSUMES  Noise drawn from N(0, s^2) over the reals, then perhaps rounded or otherwise
//          post-processed. The *discrete* Gaussian N_Z(0, s^2) is not covered: it is
//          rho-zCDP, and zcdp_to_approximate.h is its theorem. Hence the long names.
// CHECKED  tests/privacy/gaussian_dp_test.cpp

// The smallest delta at this epsilon, but never below Delta::smallest().
Result<Delta> delta_of_continuous_gaussians(const Rho &rho, const Epsilon &epsilon);

// The smallest epsilon at this delta, but never below Epsilon::smallest().
Result<Epsilon> epsilon_of_continuous_gaussians(const Rho &rho, const Delta &delta);

// The largest total rho of continuous Gaussian mechanisms under this promise.
Result<Rho> rho_for_continuous_gaussians(const Epsilon &epsilon, const Delta &delta);

} // namespace poise::internal
