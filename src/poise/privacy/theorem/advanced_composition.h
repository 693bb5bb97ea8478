// Advanced composition: many small steps cost about the root of their number.
#pragma once

#include "poise/privacy/approximate.h"

#include <cstdint>

namespace poise::internal {

// PROMISE  k adaptive eps-DP steps are (eps', slack)-DP with eps' = min(k eps,
//          k eps tanh(eps/2) + eps sqrt(2k ln(1/slack))), rounded up.
// WHY      Randomised response dominates each step (pure_to_zcdp.h), so the loss is a sum of k
//          independent values in [-eps, eps] with mean eps tanh(eps/2); Hoeffding: it exceeds
//          the mean sum by eps sqrt(2k ln(1/slack)) with probability at most slack. With steps of
//          (eps, delta) each may also give up with probability delta: in all
//          1 - (1-delta)^k (1-slack) (Kairouz, Oh, Viswanath 2015, theorem 3.4).
// CHECKED  tests/privacy/advanced_composition_test.cpp
Result<Epsilon> advanced_composition(std::uint64_t steps, const Epsilon &step, const Delta &slack);
Result<Approximate> advanced_composition(std::uint64_t steps, const Approximate &step, const Delta &slack);

// The largest loss per step such that all steps together keep the total; rounded down.
// In the second form the slack is part of the total delta, so it must be smaller.
Result<Epsilon> epsilon_per_step(std::uint64_t steps, const Epsilon &total, const Delta &slack);
Result<Approximate> loss_per_step(std::uint64_t steps, const Approximate &total, const Delta &slack);

} // namespace poise::internal
