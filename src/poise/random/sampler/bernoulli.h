// Coins: with a rational bias p/q, and with bias exp(-gamma) for a rational gamma.
#pragma once

#include "poise/base/exact.h"
#include "poise/random/bits.h"
#include "poise/random/fixed_exp.h"

#include <optional>

namespace poise::internal {

// Samplers decide almost everything with integer bounds and turn to interval
// arithmetic only when those cannot tell. Both roads lead to the same answer on
// the same bits; `exact_only` takes the slow one always, so that it can be tested.
enum class Arithmetic { fast_first, exact_only };

// True with probability exactly numerator/denominator; 0 <= numerator <= denominator, denominator > 0.
bool bernoulli(std::uint64_t numerator, std::uint64_t denominator, Bits &bits);
bool bernoulli(const Rational &probability, Bits &bits);

// PROMISE  True with probability exactly exp(-gamma), gamma >= 0 rational.
// WHY      The answer is "u < exp(-gamma)" for a uniform u; integer bounds decide it
//          when they exclude equality, LazyUniform decides it otherwise.
// CHECKED  tests/random/bernoulli_test.cpp
bool bernoulli_exp_minus(const Rational &gamma, Bits &bits, Arithmetic arithmetic = Arithmetic::fast_first);

// Is u < exp(-gamma), for every u that starts with this word and every gamma in the
// range? Nothing where the bounds cannot tell.
inline std::optional<bool> surely_below(std::uint64_t first_word, const FixedExp &bound) {
  // exp(-gamma) * 2^64 lies in [low, high] / 2^shift.
  const UInt128 low = bound.mantissa > bound.error ? UInt128{bound.mantissa - bound.error} << 1 : 0;
  const UInt128 high = (UInt128{bound.mantissa} + bound.error) << 1;
  const unsigned shift = bound.shift < 127 ? bound.shift : 127;
  if (UInt128{first_word} + 1 <= low >> shift) return true;
  if (first_word >= (high >> shift) + 1) return false;
  return std::nullopt;
}

// The slow road from the same first word.
bool below_exp_minus(std::uint64_t first_word, const Rational &gamma, Bits &bits);

} // namespace poise::internal
