// Pure differential privacy read as zCDP, and how much of it fits into a rho.
#pragma once

#include "poise/privacy/units.h"

namespace poise::internal {

// PROMISE  Every eps-DP mechanism is rho-zCDP with rho = eps tanh(eps/2), rounded up.
// WHY      Randomised response R dominates: with p = e^eps/(1+e^eps), q = 1-p, both
//          (pP-qQ)/(p-q) and (pQ-qP)/(p-q) are distributions when P <= e^eps Q <= e^2eps P, and
//          mixing them p:q and q:p gives P and Q. So D_a(P,Q) <= D_a(R) (data processing), and
//          (a-1) D_a(R) = ln cosh((2a-1)eps/2) - ln cosh(eps/2) <= (a-1) a eps tanh(eps/2):
//          equal at a = 1, and slopes compare by tanh((2a-1)x) <= (2a-1) tanh(x) for a >= 1.
//          Nothing smaller will do: a -> 1 gives D_1(R) = eps tanh(eps/2).
// CHECKED  tests/privacy/pure_to_zcdp_test.cpp
Result<Rho> zcdp_of_pure(const Epsilon &epsilon);

// PROMISE  The returned eps is the largest (of 64 bits) whose zcdp_of_pure is at most rho.
Result<Epsilon> pure_for_zcdp(const Rho &rho);

// The same with the well-known eps^2/2 (Bun, Steinke 2016, proposition 1.4): a little more
// than eps tanh(eps/2), but an exact rational that anybody can check by hand. The inverse is
// exact when 2 rho is the square of a fraction, else rounded down.
Result<Rho> zcdp_of_pure_by_square(const Epsilon &epsilon);
Result<Epsilon> pure_for_zcdp_by_square(const Rho &rho);

} // namespace poise::internal
