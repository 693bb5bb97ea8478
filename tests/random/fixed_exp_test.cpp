// Fixed-point bounds: the truth is inside, and they are tight enough to be useful.
#include "poise/random/fixed_exp.h"

#include "poise/base/interval.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace fixed_exp_test {

void expect_encloses(const FixedPoint &gamma) {
  const FixedExp bound = FixedExpTable::instance().exp_minus(gamma);
  // Both ends of the range of gamma, evaluated to 256 bits beyond the shift.
  for (const UInt128 units : {gamma.units, gamma.units + gamma.slack}) {
    const Interval truth = scale(exp(-Interval(ratio(to_integer(units), power_of_two(64)), 320U)),
                                 63 + static_cast<long>(bound.shift));
    EXPECT_LE(to_integer(bound.mantissa) - to_integer(bound.error), truth.floor_of_low());
    EXPECT_GE(to_integer(bound.mantissa) + to_integer(bound.error), truth.ceil_of_high());
  }
  EXPECT_LE(bound.mantissa, std::uint64_t{1} << 63);
  EXPECT_GE(bound.mantissa + bound.error, std::uint64_t{1} << 62);
  const auto whole = static_cast<std::uint64_t>(gamma.units >> 64);
  EXPECT_LE(bound.error, 20 + whole + gamma.slack);
}

TEST(FixedExp, EnclosesTheTruthAtRandom) {
  SeededBits bits(1);
  for (int i = 0; i < 20'000; ++i) {
    const UInt128 whole = bits.word() >> (36 + i % 28);
    expect_encloses({whole << 64 | bits.word(), bits.word() >> (24 + i % 40)});
  }
}

TEST(FixedExp, EnclosesTheTruthAtEveryTableEntryAndItsNeighbours) {
  // gamma where gamma * log2(e) crosses a multiple of 1/256: the top bits of f change.
  const Interval ln_2 = log(Interval(2, 320U));
  for (long j = 0; j < 2048; ++j) {
    const Integer crossing = scale(ln_2 * Interval(ratio(j, 256), 320U), 64).floor_of_low();
    for (long step = -3; step <= 3; ++step) {
      const Integer units = crossing + step;
      if (units >= 0) expect_encloses({to_uint128(units), 0});
    }
  }
}

TEST(FixedExp, EnclosesTheTruthAtTheEdges) {
  const UInt128 one = static_cast<UInt128>(1) << 64;
  const UInt128 top = static_cast<UInt128>(FixedExpTable::max_whole) << 64;
  for (const UInt128 units : {UInt128{0}, UInt128{1}, one - 1, one, one + 1, 45 * one, top - 1})
    for (const std::uint64_t slack : {std::uint64_t{0}, std::uint64_t{1}, FixedExpTable::max_slack - 1})
      expect_encloses({units, slack});
}

TEST(FixedExp, KnowsWhatItDoesNotCover) {
  const UInt128 top = static_cast<UInt128>(FixedExpTable::max_whole) << 64;
  EXPECT_TRUE(FixedExpTable::covers({top - 1, 0}));
  EXPECT_FALSE(FixedExpTable::covers({top, 0}));
  EXPECT_FALSE(FixedExpTable::covers({0, FixedExpTable::max_slack}));
}

} // namespace fixed_exp_test
} // namespace poise::internal
