// Uniform integers below a bound, by rejection: exact, no modulo bias.
#pragma once

#include "poise/base/exact.h"
#include "poise/random/bits.h"

namespace poise::internal {

// PROMISE  Every integer in [0, bound) with probability exactly 1/bound; bound > 0.
// WHY      The upper half of word * bound hits every value equally often once the
//          first 2^64 mod bound lower halves are rejected (Lemire 2019).
// CHECKED  tests/random/uniform_test.cpp counts the words that lead to a value.
inline std::uint64_t uniform_below(std::uint64_t bound, Bits &bits) {
  UInt128 product = static_cast<UInt128>(bits.word()) * bound;
  if (static_cast<std::uint64_t>(product) < bound) {
    const std::uint64_t surplus = (0 - bound) % bound;
    while (static_cast<std::uint64_t>(product) < surplus) product = static_cast<UInt128>(bits.word()) * bound;
  }
  return static_cast<std::uint64_t>(product >> 64);
}

// The same for wide bounds: as many bits as the bound has, until they are below it.
UInt128 uniform_below(UInt128 bound, Bits &bits);
Integer uniform_below(const Integer &bound, Bits &bits);

} // namespace poise::internal
