// Lazy comparison: the answer of infinite precision, from as few words as it takes.
#include "poise/random/lazy_uniform.h"

#include "oracle/scripted_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace lazy_uniform_test {

using oracle::ScriptedBits;

Interval exp_minus_one(unsigned precision) { return exp(Interval(-1, precision)); }

// The leading words of the binary expansion of exp(-1).
std::vector<std::uint64_t> expansion(unsigned words) {
  const Integer digits = scale(exp_minus_one(64 * words + 128), 64 * static_cast<long>(words)).floor_of_low();
  std::vector<std::uint64_t> result;
  for (unsigned i = words; i-- > 0;) {
    const Integer shifted = digits >> (64 * i);
    result.push_back(static_cast<std::uint64_t>(to_uint128(shifted)));
  }
  return result;
}

bool below(std::vector<std::uint64_t> script) {
  ScriptedBits bits(std::move(script));
  const std::uint64_t first = bits.word();
  return LazyUniform(first).below(exp_minus_one, bits);
}

TEST(LazyUniform, OneWordDecidesWhenItDiffersFromTheThreshold) {
  const std::uint64_t threshold = expansion(1)[0];
  EXPECT_TRUE(below({threshold - 1}));
  EXPECT_FALSE(below({threshold + 1}));
  EXPECT_TRUE(below({0}));
  EXPECT_FALSE(below({~std::uint64_t{0}}));
}

TEST(LazyUniform, EqualWordsAreRefinedUntilTheyDiffer) {
  for (unsigned agreeing = 1; agreeing <= 5; ++agreeing) {
    const std::vector<std::uint64_t> digits = expansion(agreeing + 1);
    std::vector<std::uint64_t> smaller(digits);
    smaller.back() -= 1;
    std::vector<std::uint64_t> larger(digits);
    larger.back() += 1;
    EXPECT_TRUE(below(smaller)) << agreeing;
    EXPECT_FALSE(below(larger)) << agreeing;
    EXPECT_THROW(below(digits), oracle::ScriptEnded) << "must ask for another word";
  }
}

TEST(LazyUniform, CertainAndImpossibleNeedNoRefinement) {
  ScriptedBits none({});
  const auto one = [](unsigned precision) { return Interval(1, precision); };
  const auto zero = [](unsigned precision) { return Interval(0, precision); };
  EXPECT_TRUE(LazyUniform(~std::uint64_t{0}).below(one, none));
  EXPECT_FALSE(LazyUniform(0).below(zero, none));
}

} // namespace lazy_uniform_test
} // namespace poise::internal
