// The search: the answer has passed, its neighbour has not.
#include "poise/privacy/theorem/dyadic_search.h"

#include "privacy/arbitrary.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace dyadic_search_test {

RC_GTEST_PROP(DyadicSearch, TheAnswerPassesAndNothingBetterDoes, ()) {
  const Rational edge = arbitrary_number(-600, 9) / 3;
  const Rational below = largest_that_passes([&](const Rational &x) { return x <= edge; }).value();
  RC_ASSERT(below <= edge && below * (1 + ratio(1, power_of_two(63))) > edge);
  const Rational above = smallest_that_passes([&](const Rational &x) { return x >= edge; }).value();
  RC_ASSERT(above >= edge && above * (1 - ratio(1, power_of_two(95))) < edge);
}

TEST(DyadicSearch, PowersOfTwoAreFoundExactly) {
  for (const Rational &edge : {Rational(1), Rational(1024), ratio(1, power_of_two(77))}) {
    EXPECT_EQ(largest_that_passes([&](const Rational &x) { return x <= edge; }), edge);
    EXPECT_EQ(smallest_that_passes([&](const Rational &x) { return x >= edge; }), edge);
  }
}

TEST(DyadicSearch, NoneWhenNothingPasses) {
  EXPECT_FALSE(largest_that_passes([](const Rational &) { return false; }));
  EXPECT_FALSE(smallest_that_passes([](const Rational &) { return false; }));
}

TEST(DyadicSearch, TheEndsOfTheRangeWhenEverythingPasses) {
  EXPECT_EQ(largest_that_passes([](const Rational &) { return true; }), Rational(power_of_two(32)));
  EXPECT_EQ(smallest_that_passes([](const Rational &) { return true; }), ratio(1, power_of_two(2048)));
}

// Even a check that contradicts itself cannot make the search return what it refused.
RC_GTEST_PROP(DyadicSearch, OnlyWhatPassedIsReturned, ()) {
  const unsigned long modulus = *rc::gen::inRange(2UL, 50UL);
  const auto erratic = [&](const Rational &x) { return (x.get_num() + x.get_den()) % modulus != 1; };
  if (const auto found = largest_that_passes(erratic)) RC_ASSERT(erratic(*found));
  if (const auto found = smallest_that_passes(erratic)) RC_ASSERT(erratic(*found));
}

} // namespace dyadic_search_test
} // namespace poise::internal
