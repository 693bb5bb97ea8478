// zCDP to (epsilon, delta): against 45-digit references, and there and back without overspending.
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include "poise/base/interval.h"
#include "privacy/arbitrary.h"
#include "privacy/judge.h"
#include "privacy/reference_values.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace zcdp_to_approximate_test {

TEST(ZcdpToApproximate, DeltaMatchesTheReferenceFromAbove) {
  for (const ReferenceValue &r : zcdp_delta) {
    const Result<Delta> delta = delta_of(*Rho::parse(r.first), *Epsilon::parse(r.second));
    EXPECT_TRUE(is_just_above(delta->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(ZcdpToApproximate, EpsilonMatchesTheReferenceFromAbove) {
  for (const ReferenceValue &r : zcdp_epsilon) {
    const Result<Epsilon> epsilon = epsilon_of(*Rho::parse(r.first), *Delta::parse(r.second));
    EXPECT_TRUE(is_just_above(epsilon->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(ZcdpToApproximate, RhoMatchesTheReferenceFromBelow) {
  for (const ReferenceValue &r : zcdp_rho) {
    const Result<Rho> rho = rho_for(*Epsilon::parse(r.first), *Delta::parse(r.second));
    EXPECT_TRUE(is_just_below(rho->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(ZcdpToApproximate, WellKnownPoints) {
  EXPECT_NEAR(rho_for(*Epsilon::parse("1"), *Delta::parse("1e-9"))->display(), 0.01497, 0.000005);
  EXPECT_NEAR(epsilon_of(*Rho::parse("1"), *Delta::parse("1e-9"))->display(), 9.52, 0.005);
}

TEST(ZcdpToApproximate, AVanishingDeltaIsReportedAsTheSmallest) {
  EXPECT_EQ(*delta_of(*Rho::parse("1"), *Epsilon::parse("1e9")), Delta::smallest());
  EXPECT_EQ(*delta_of(*Rho::parse("1e-100"), *Epsilon::parse("1")), Delta::smallest());
}

TEST(ZcdpToApproximate, AnEpsilonOfNothingIsReportedAsTheSmallest) {
  EXPECT_EQ(*epsilon_of(*Rho::parse("1e-9"), *Delta::parse("0.1")), Epsilon::smallest());
}

TEST(ZcdpToApproximate, ARhoThatPromisesNothingIsAnError) {
  EXPECT_EQ(delta_of(*Rho::parse("1e9"), *Epsilon::parse("1")).error().wrong,
            "rho = 1e+09 promises no delta below 1 at epsilon = 1");
  EXPECT_EQ(epsilon_of(*Rho::parse("1e9"), *Delta::parse("1e-9")).error().wrong,
            "rho = 1e+09 with delta = 1e-09 promises no epsilon of at most 1e9");
}

TEST(ZcdpToApproximate, NumbersBeyondTheRangeOfDoublesAreSafe) {
  const Rational thin = ratio(1, power_of_two(4000));
  EXPECT_TRUE(rho_for(*Epsilon::of(thin), *Delta::parse("1e-9")));
  EXPECT_TRUE(delta_of(*Rho::of(thin), *Epsilon::parse("1")));
  EXPECT_TRUE(epsilon_of(*Rho::of(thin), *Delta::of(thin)));
  EXPECT_TRUE(rho_for(*Epsilon::parse("1"), *Delta::of(1 - thin)));
  const Result<Rho> rho = rho_for(*Epsilon::parse("1"), *Delta::of(thin));
  EXPECT_LE(epsilon_of(*rho, *Delta::of(thin))->exact(), 1);
}

RC_GTEST_PROP(ZcdpToApproximate, RoundTripsNeverOverspendAndLoseAlmostNothing, ()) {
  const Epsilon epsilon = arbitrary_epsilon(-6, 7);
  const Delta delta = arbitrary_delta();
  const Rho rho = *rho_for(epsilon, delta);
  const Rational delta_back = delta_of(rho, epsilon)->exact();
  RC_ASSERT(delta_back <= delta.exact());
  RC_ASSERT(delta_back >= delta.exact() * (1 - number("1e-9")));
  const Rational epsilon_back = epsilon_of(rho, delta)->exact();
  RC_ASSERT(epsilon_back <= epsilon.exact());
  RC_ASSERT(epsilon_back >= epsilon.exact() * (1 - number("1e-9")));
}

RC_GTEST_PROP(ZcdpToApproximate, EverythingIsMonotone, ()) {
  const Epsilon epsilon = arbitrary_epsilon(-6, 5);
  const Delta delta = arbitrary_delta();
  const Rational more = 1 + arbitrary_number(-6, 0);
  const Epsilon larger_epsilon = *Epsilon::of(epsilon.exact() * more);
  const Delta smaller_delta = *Delta::of(delta.exact() / more);
  RC_ASSERT(*rho_for(epsilon, delta) < *rho_for(larger_epsilon, delta));
  RC_ASSERT(*rho_for(epsilon, smaller_delta) < *rho_for(epsilon, delta));
  const Rho rho = *rho_for(epsilon, delta);
  const Rho larger_rho = *Rho::of(rho.exact() * more);
  RC_ASSERT(*epsilon_of(rho, delta) < *epsilon_of(larger_rho, delta));
  RC_ASSERT(*epsilon_of(rho, delta) < *epsilon_of(rho, smaller_delta));
  RC_ASSERT(*delta_of(rho, larger_epsilon) <= *delta_of(rho, epsilon));
}

// The classic bound: epsilon = rho + 2 sqrt(rho ln(1/delta)).
RC_GTEST_PROP(ZcdpToApproximate, NeverLooserThanTheClassicFormula, ()) {
  const Rho rho = arbitrary_rho(-12, 6);
  const Delta delta = *Delta::of(arbitrary_number(-90, -1));
  const Interval r(rho.exact(), 256);
  const Interval classic = r + scale(sqrt(-(r * log(Interval(delta.exact(), 256)))), 1);
  RC_ASSERT(epsilon_of(rho, delta)->exact() <= classic.high());
}

} // namespace zcdp_to_approximate_test
} // namespace poise::internal
