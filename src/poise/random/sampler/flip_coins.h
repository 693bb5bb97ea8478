// Coins for randomised response: true with probability 1/(1+e^epsilon), one or 64 at a time.
#pragma once

#include "poise/base/exact.h"
#include "poise/random/bits.h"

#include <cstddef>
#include <vector>

namespace poise::internal {

// PROMISE  Every coin is true with probability exactly p = 1/(1+e^eps), eps > 0 rational,
//          independently of all others. A bit flipped by such a coin is eps-DP: (1-p)/p = e^eps.
// WHY      A coin is "u < p" for a uniform u, decided at the first binary digit where u and p
//          differ. The digits of p are certain: e^eps is irrational, so floor(2^k p) is known once
//          an enclosure of p meets no whole number inside. `word` asks 64 lanes at once; lanes
//          that agree with p so far go on. Digits beyond the table are found when asked for.
// ASSUMES  independent uniform bits. `word` draws about 7.3 words, `operator()` one.
// CHECKED  tests/random/flip_coins_test.cpp; a small `tabulated_words` forces the refinement.
class FlipCoins {
public:
  explicit FlipCoins(const Rational &epsilon, std::size_t tabulated_words = 4);

  bool operator()(Bits &bits) const;
  std::uint64_t word(Bits &bits) const; // bit i is coin i

  // Binary digits 64 index + 1 to 64 index + 64 of p, the first of them uppermost.
  std::uint64_t digits(std::size_t index) const;

private:
  Rational epsilon_;
  std::vector<std::uint64_t> table_;
};

} // namespace poise::internal
