// Geometric waiting times: P(X >= k) = exp(-rate * k) for a rational rate.
#pragma once

#include "poise/random/sampler/bernoulli.h"

#include <array>

namespace poise::internal {

// PROMISE  P(V >= k) = exp(-k) exactly, k = 0, 1, 2, …
// WHY      V counts the k >= 1 with u < exp(-k) for one lazily drawn uniform u.
// CHECKED  tests/random/geometric_test.cpp
class UnitGeometric {
public:
  explicit UnitGeometric(Arithmetic arithmetic = Arithmetic::fast_first)
      : powers_(arithmetic == Arithmetic::fast_first ? deciding() : undecided()) {}

  std::uint64_t operator()(Bits &bits) const {
    const std::uint64_t first_word = bits.word();
    // floor(2^64 exp(-k)) decides unless the word hits it; the last entry stands for the tail.
    for (std::uint64_t k = 1; k < powers_->size(); ++k) {
      if (first_word > (*powers_)[k]) return k - 1;
      if (first_word == (*powers_)[k]) break;
    }
    return slowly(first_word, bits);
  }

private:
  using Powers = std::array<std::uint64_t, 40>;
  static const Powers *deciding();  // floor(2^64 exp(-k))
  static const Powers *undecided(); // lets every word through to the slow road
  std::uint64_t slowly(std::uint64_t first_word, Bits &bits) const;

  const Powers *powers_;
};

// PROMISE  P(X >= k) = exp(-rate * k) exactly, for any rational rate > 0. Draws beyond
//          `largest` are returned as `largest` (see DiscreteGaussian for why this is
//          harmless).
// WHY      Canonne, Kamath, Steinke 2020: with rate = s/t, U uniform on [0, t) and kept
//          with probability exp(-U/t), V unit geometric: U + tV is geometric with
//          rate 1/t, and its quotient by s geometric with rate s/t. docs/proofs/discrete_laplace.md
// CHECKED  tests/random/geometric_test.cpp
class Geometric {
public:
  explicit Geometric(const Rational &rate, Arithmetic arithmetic = Arithmetic::fast_first);

  UInt128 operator()(Bits &bits) const;

  static constexpr UInt128 largest = UInt128{1} << 126;
  static UInt128 saturated(const Integer &draw); // min(draw, largest)

private:
  bool keep(std::uint64_t offset, Bits &bits) const;
  UInt128 wide(Bits &bits) const;

  Integer step_; // s
  Integer span_; // t
  bool narrow_;  // both fit a word
  std::uint64_t s_ = 0;
  std::uint64_t t_ = 0;
  UInt128 per_unit_ = 0; // floor(2^128 / t)
  Arithmetic arithmetic_;
  UnitGeometric unit_;
  const FixedExpTable *exponential_;
};

} // namespace poise::internal
