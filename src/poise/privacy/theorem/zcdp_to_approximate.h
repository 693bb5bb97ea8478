// zCDP read as (epsilon, delta): what a rho is worth, and the rho a promise allows.
#pragma once

#include "poise/privacy/units.h"

namespace poise::internal {

// PROMISE  A rho-zCDP mechanism is (eps, delta)-DP for every eps and delta returned here
//          (rounded up), and for every rho returned here (rounded down).
// WHY      For the privacy loss Z and any a > 1, delta(eps) <= E max(0, 1-e^(eps-Z)) and
//          1-e^-y <= c e^((a-1)y) with c = (1-1/a)^a/(a-1), the largest ratio; E e^((a-1)Z) is
//          e^((a-1)D_a) <= e^((a-1)a rho). So delta = c e^((a-1)(a rho-eps)) holds for *any* a: a
//          double finds the best one, intervals evaluate it (Canonne, Kamath, Steinke 2020).
// CHECKED  tests/privacy/zcdp_to_approximate_test.cpp

// The smallest delta at this epsilon, but never below Delta::smallest(). An error when rho
// is so large that no delta below 1 - 2^-95 can be promised.
Result<Delta> delta_of(const Rho &rho, const Epsilon &epsilon);

// The smallest epsilon at this delta, but never below Epsilon::smallest(): a large delta can
// pay for the whole of a small rho. An error when the answer exceeds 1e9.
Result<Epsilon> epsilon_of(const Rho &rho, const Delta &delta);

// The largest rho we may spend when (epsilon, delta) has been promised.
Result<Rho> rho_for(const Epsilon &epsilon, const Delta &delta);

} // namespace poise::internal
