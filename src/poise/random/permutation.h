// Random order: permutations, and subsets drawn without replacement.
#pragma once

#include "poise/random/bits.h"

#include <vector>

namespace poise {

// Every order of 0 … n-1 with probability exactly 1/n! (Fisher and Yates).
std::vector<std::uint64_t> permutation(std::uint64_t n, Bits &bits);

// Every subset of m out of 0 … n-1 with equal probability, in increasing order; m <= n.
// Takes O(m) memory however large n is (Floyd).
std::vector<std::uint64_t> sample_without_replacement(std::uint64_t m, std::uint64_t n, Bits &bits);

} // namespace poise
