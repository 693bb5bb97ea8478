// Random order: permutations, and subsets drawn without replacement.
#pragma once

#include "poise/random/bits.h"

#include <vector>

namespace poise::internal {

// PROMISE  Every order of 0 … n-1 with probability exactly 1/n!.
// WHY      Fisher and Yates: from the last place on, each takes any of the elements that are left.
// CHECKED  tests/random/permutation_test.cpp
std::vector<std::uint64_t> permutation(std::uint64_t n, Bits &bits);

// PROMISE  Every subset of m out of 0 … n-1 with equal probability, in increasing order; m <= n. Takes O(m)
//          memory however large n is.
// WHY      Few are drawn one by one (Floyd). Of more than a sixteenth, each number in turn is taken with the
//          probability that a subset has it, given those before.
// CHECKED  tests/random/permutation_test.cpp
std::vector<std::uint64_t> sample_without_replacement(std::uint64_t m, std::uint64_t n, Bits &bits);

} // namespace poise::internal
