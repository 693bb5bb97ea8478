// Counts hidden among dummies: what it costs to release bins that each hold Poisson many dummies.
#pragma once

#include "poise/privacy/units.h"

#include <cstdint>

namespace poise::internal {

// PROMISE  Bins hold their reports and, independently, Poisson(mean) dummies each. Moving one report
//          from bin a to bin b costs D_alpha at most poisson_divergence(mean, alpha), in both
//          directions, once outcomes of probability at most e^-mean are set aside (into delta).
// WHY      With x_a, x_b the contents of the two bins less what does not change, P/Q = x_a/x_b: the
//          Poisson masses have p(x-1)/p(x) = x/mean. Under Q, x_a is Poisson and x_b is one more than
//          Poisson, so e^((alpha-1)D) = E[X^alpha] E[(X+1)^-alpha]. Q cannot make x_b = 0, P does with
//          probability e^-mean: those outcomes are set aside. The other direction swaps a and b.
//          More dummies, of any law, are post-processing. Long version: docs/proofs/poisson_counts.md
// CHECKED  tests/privacy/poisson_counts_test.cpp
//
// Rounded up. Positive even for means so small that the true number is negative, since most is set aside.
// The mean must be from 1 to 2^32, the order from 2 to largest_renyi_order.
Result<Rational> poisson_divergence(const Integer &mean, unsigned order);

// PROMISE  reports * poisson_divergence(mean, order) <= order * rho: the cost of one participant who
//          replaces that many reports, in bins of their own. The mean is at least `least`; the one below
//          it, or 0.1% below it, does not do or is below `least`.
// ASSUMES  nothing of larger means: the cost rises before it falls. Who needs a certain mean, for the
//          sake of poisson_delta, asks for it with `least`.
//
// An error where that takes a mean above 2^32.
Result<Integer> poisson_mean_for(const Rho &rho, unsigned order, std::uint64_t reports,
                                 const Integer &least = 1);

// The smallest mean whose poisson_delta is at most delta.
Result<Integer> poisson_mean_for_delta(const Rational &delta, std::uint64_t reports);

// reports * e^-mean, rounded up: the probability of all that was set aside.
Rational poisson_delta(const Integer &mean, std::uint64_t reports);

} // namespace poise::internal
