// Which step of a public ladder a quantile stands on, where some steps are more likely than others
// beforehand.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/mechanism/released.h"

#include <optional>
#include <span>
#include <string>

namespace poise::internal {

struct LadderStep {
  std::size_t index;
};

// The largest rate with 2 rate <= epsilon, or rate^2 / 2 <= rho, that has 32 bits behind the point; nothing
// when that is zero.
std::optional<Rational> ladder_rate(const Epsilon &epsilon);
std::optional<Rational> ladder_rate(const Rho &rho);

// PROMISE  epsilon-DP; neighbours replace one row, n is public.
// WHY      Counts rise along the ladder. The score of step i is how many rows would have to change for it
//          to be the first whose count reaches the rank: max(0, rank - count i, count i-1 - rank + 1). One
//          row moves it by at most 1, either way, so choosing with weight prior[i] * exp(-rate * score)
//          costs 2 rate (exponential_mechanism.h). The prior is public: it looks at nobody.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/ladder_quantile_test.cpp
//
// A step that is off by k rows is chosen with probability at most prior / prior(right one) * exp(-rate * k).
// For nested counts, a positive prior for every step and a rank within 1 … n: others are a bug and throw.
// Some step is right if the last one holds all rows.
Result<Released<LadderStep, Epsilon>> ladder_quantile(const ExactCounts &counts, std::uint64_t rank,
                                                      std::span<const std::uint64_t> prior,
                                                      Grant<Epsilon> grant, Bits &bits, std::string step);

// PROMISE  rho-zCDP; otherwise as above.
// WHY      As above: the weights cost rate^2 / 2.
Result<Released<LadderStep, Rho>> ladder_quantile(const ExactCounts &counts, std::uint64_t rank,
                                                  std::span<const std::uint64_t> prior, Grant<Rho> grant,
                                                  Bits &bits, std::string step);

} // namespace poise::internal
