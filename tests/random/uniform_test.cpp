// Uniform integers: every value has exactly as many words as every other.
#include "poise/random/sampler/uniform.h"

#include "oracle/scripted_bits.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace uniform_test {

using oracle::ScriptedBits;
using oracle::ScriptEnded;

// Whether this word alone gives a draw, and which.
std::optional<std::uint64_t> drawn(std::uint64_t bound, std::uint64_t word) {
  ScriptedBits bits({word});
  try {
    return uniform_below(bound, bits);
  } catch (const ScriptEnded &) {
    return std::nullopt;
  }
}

TEST(Uniform, EveryValueHasExactlyTheSameNumberOfWords) {
  SeededBits bits(1);
  for (int trial = 0; trial < 400; ++trial) {
    const std::uint64_t bound =
        trial < 200 ? static_cast<std::uint64_t>(trial) + 1 : (bits.word() >> (trial % 60)) | 1;
    const Integer words = power_of_two(64);
    const Integer share = words / to_integer(bound);
    // Words with value x form one block; only its first word may be rejected.
    for (const std::uint64_t x : {std::uint64_t{0}, bound / 3, bound / 2, bound - 1}) {
      const Integer first = ceil(ratio(to_integer(x) * words, to_integer(bound)));
      const Integer next = ceil(ratio((to_integer(x) + 1) * words, to_integer(bound)));
      const auto at_first = drawn(bound, first.get_ui());
      if (at_first) {
        EXPECT_EQ(*at_first, x);
      }
      const Integer last = next - 1;
      if (last != first) {
        EXPECT_EQ(drawn(bound, last.get_ui()), x);
        EXPECT_EQ(drawn(bound, Integer(first + 1).get_ui()), x);
      }
      EXPECT_EQ(next - first - (at_first ? 0 : 1), share) << "bound " << bound << " value " << x;
    }
  }
}

TEST(Uniform, WideBoundsAreFairInTheirHighAndLowBits) {
  SeededBits bits(2);
  const UInt128 bound = static_cast<UInt128>(5) << 70;
  const auto high = statistical::count(
      100'000, [&] { return static_cast<std::int64_t>(uniform_below(bound, bits) >> 70); });
  EXPECT_EQ(statistical::misfit(
                high, [](std::int64_t) { return 0.2; }, 0, 4),
            "");
  const Integer huge = 3 * power_of_two(200);
  const auto low = statistical::count(30'000, [&] {
    const Integer draw = uniform_below(huge, bits);
    EXPECT_LT(draw, huge);
    return static_cast<std::int64_t>(Integer(draw % 7).get_ui());
  });
  EXPECT_EQ(statistical::misfit(
                low, [](std::int64_t) { return 1.0 / 7; }, 0, 6),
            "");
}

TEST(Uniform, BoundsAtTheEdgesOfTheWord) {
  SeededBits bits(3);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(uniform_below(std::uint64_t{1}, bits), 0U);
    EXPECT_TRUE(uniform_below(UInt128{1}, bits) == 0);
    EXPECT_TRUE(uniform_below(static_cast<UInt128>(1) << 64, bits) >> 64 == 0);
    EXPECT_TRUE(uniform_below((static_cast<UInt128>(1) << 64) + 1, bits) <= static_cast<UInt128>(1) << 64);
    EXPECT_TRUE(uniform_below(~UInt128{0}, bits) < ~UInt128{0});
    EXPECT_EQ(uniform_below(Integer(1), bits), 0);
  }
}

} // namespace uniform_test
} // namespace poise::internal
