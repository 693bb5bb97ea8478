// What (epsilon, delta) allows at one whole Renyi order: for steps whose cost is known order by order.
#pragma once

#include "poise/privacy/units.h"

namespace poise::internal {

// Sums over a Poisson law and tables of Stirling numbers stay quick up to this order. A larger one would
// be better only where epsilon is below about 2 ln(1/delta)/4096, and necessary below half of that.
inline constexpr unsigned largest_renyi_order = 4096;

struct RenyiBudget {
  unsigned order; // alpha >= 2
  Rho rho;        // what all steps together may cost: D_alpha <= alpha * rho
};

// PROMISE  A mechanism with D_a(P,Q) <= a rho for all neighbours, at this one order a, is
//          (eps, delta)-DP. This holds too where P is short of a mass delta_0, which is then added
//          to delta: dropped outcomes only make P smaller.
// WHY      delta = c e^((a-1)(a rho-eps)), c = (1-1/a)^a/(a-1), for any a > 1; see
//          privacy/theorem/zcdp_to_approximate.h. Solved for rho: a double finds the best of the whole
//          orders, intervals evaluate it, rounded down.
//          Divergences of one order add up over adaptive steps, so rho may be shared out.
// CHECKED  tests/privacy/renyi_order_test.cpp
//
// An error where even the best whole order from 2 to 4096 leaves no positive rho.
Result<RenyiBudget> renyi_budget(const Epsilon &epsilon, const Delta &delta);

} // namespace poise::internal
