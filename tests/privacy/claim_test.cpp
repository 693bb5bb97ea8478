// Claims: on the safe side of the enclosure, close to it, and never made from nothing.
#include "poise/privacy/theorem/claim.h"

#include "privacy/arbitrary.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace claim_test {

RC_GTEST_PROP(Claim, AboveAndBelowTouchTheEnclosureFromOutside, ()) {
  const Rational value = arbitrary_number(-300, 15) / 7;
  const Interval enclosure(value, 512);
  const Rational above = claim_above(enclosure).value();
  const Rational below = claim_below(enclosure).value();
  RC_ASSERT(above >= value && above <= value * (1 + ratio(1, power_of_two(95))));
  RC_ASSERT(below < value && below >= value * (1 - ratio(1, power_of_two(62))));
}

TEST(Claim, ShortNumbersAreClaimedExactlyFromAbove) {
  const Rational value = ratio(Integer("18446744073709551615"), power_of_two(70));
  EXPECT_EQ(claim_above(Interval(value, 128)), value);
}

RC_GTEST_PROP(Claim, WhatIsWithinALimitIsAlsoClaimedWithinIt, ()) {
  const Rational limit = arbitrary_number(-90, 8) / 7;
  const Rational value = limit * (1 - ratio(*rc::gen::inRange(-1000, 1000), power_of_two(88)));
  const auto formula = [&](unsigned precision) { return Interval(value, precision); };
  if (surely_within(formula, limit)) RC_ASSERT(claim_above(enclose(formula)).value() <= limit);
}

TEST(Claim, InfiniteAndUndefinedEnclosuresClaimNothing) {
  const Interval infinite = exp(Interval(4000000000L, 64)); // beyond the exponents of MPFR
  const Interval undefined = infinite - infinite;
  EXPECT_FALSE(claim_above(infinite));
  EXPECT_TRUE(claim_below(infinite)); // it is certainly large
  EXPECT_FALSE(claim_above(undefined));
  EXPECT_FALSE(claim_below(undefined));
}

TEST(Claim, VanishingNumbersDoNotFillTheMemory) {
  const Interval vanishing = exp(Interval(-700000000L, 64)); // a billion bits as a fraction
  EXPECT_LT(claim_above(vanishing)->get_den(), power_of_two(8193));
  EXPECT_FALSE(claim_below(vanishing));
}

TEST(Claim, NothingIsClaimedBelowANumberThatMayBeZero) {
  EXPECT_FALSE(claim_below(Interval(0L, 64)));
  EXPECT_FALSE(claim_below(Interval::between(-1, 1, 64)));
  EXPECT_FALSE(claim_below(Interval(-1L, 64)));
  EXPECT_GT(claim_above(Interval(-1L, 64)).value(), 0);
}

TEST(Claim, CancellationIsMetWithPrecision) {
  // (1 + 2^-900) - 1 is zero to 128 bits.
  const Rational small = ratio(1, power_of_two(900));
  const auto difference = [&](unsigned precision) {
    return Interval(1 + small, precision) - Interval(1L, precision);
  };
  EXPECT_EQ(claim_above(enclose(difference)), small);
  EXPECT_TRUE(surely_within(difference, small * 2));
  EXPECT_FALSE(surely_within(difference, small / 2));
  EXPECT_FALSE(surely_within(difference, small)) << "no room to round up";
}

} // namespace claim_test
} // namespace poise::internal
