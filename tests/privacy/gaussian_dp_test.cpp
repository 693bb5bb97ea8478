// Continuous Gaussians: against the integrated hockey-stick divergence, there and back.
#include "poise/privacy/theorem/gaussian_dp.h"

#include "poise/privacy/theorem/zcdp_to_approximate.h"
#include "privacy/arbitrary.h"
#include "privacy/judge.h"
#include "privacy/reference_values.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace gaussian_dp_test {

TEST(GaussianDp, DeltaMatchesTheIntegralFromAbove) {
  for (const ReferenceValue &r : gaussian_delta) {
    const Result<Delta> delta =
        delta_of_continuous_gaussians(*Rho::parse(r.first), *Epsilon::parse(r.second));
    EXPECT_TRUE(is_just_above(delta->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(GaussianDp, EpsilonMatchesTheReferenceFromAbove) {
  for (const ReferenceValue &r : gaussian_epsilon) {
    const Result<Epsilon> epsilon =
        epsilon_of_continuous_gaussians(*Rho::parse(r.first), *Delta::parse(r.second));
    EXPECT_TRUE(is_just_above(epsilon->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(GaussianDp, RhoMatchesTheReferenceFromBelow) {
  for (const ReferenceValue &r : gaussian_rho) {
    const Result<Rho> rho = rho_for_continuous_gaussians(*Epsilon::parse(r.first), *Delta::parse(r.second));
    EXPECT_TRUE(is_just_below(rho->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(GaussianDp, RoundTripsNeverOverspendAndLoseAlmostNothing) {
  for (const char *epsilon_text : {"1e-6", "0.1", "1", "3.3", "40"}) {
    for (const char *delta_text : {"1e-40", "1e-9", "1e-3", "0.9"}) {
      const Epsilon epsilon = *Epsilon::parse(epsilon_text);
      const Delta delta = *Delta::parse(delta_text);
      const Rho rho = *rho_for_continuous_gaussians(epsilon, delta);
      EXPECT_TRUE(
          is_just_below(delta_of_continuous_gaussians(rho, epsilon)->exact(), delta.exact(), number("1e-9")));
      EXPECT_LE(delta_of_continuous_gaussians(rho, epsilon)->exact(), delta.exact());
      const Rational back = epsilon_of_continuous_gaussians(rho, delta)->exact();
      EXPECT_LE(back, epsilon.exact());
      EXPECT_GE(back, epsilon.exact() * (1 - number("1e-9")));
    }
  }
}

TEST(GaussianDp, RhoAndEpsilonAreMonotone) {
  const Delta delta = *Delta::parse("1e-6");
  Rational last_rho = 0;
  Rational last_epsilon = 0;
  for (const char *text : {"0.001", "0.0011", "0.1", "1", "1.0000001", "30"}) {
    const Rational rho = rho_for_continuous_gaussians(*Epsilon::parse(text), delta)->exact();
    const Rational epsilon = epsilon_of_continuous_gaussians(*Rho::parse(text), delta)->exact();
    EXPECT_GT(rho, last_rho);
    EXPECT_GT(epsilon, last_epsilon);
    last_rho = rho;
    last_epsilon = epsilon;
  }
}

RC_GTEST_PROP(GaussianDp, DeltaIsMonotone, ()) {
  const Rho rho = arbitrary_rho(-6, 2);
  const Epsilon epsilon = arbitrary_epsilon(-6, 1);
  const Rational more = 1 + arbitrary_number(-6, 0);
  const Rational delta = delta_of_continuous_gaussians(rho, epsilon)->exact();
  RC_ASSERT(delta <= delta_of_continuous_gaussians(*Rho::of(rho.exact() * more), epsilon)->exact());
  RC_ASSERT(delta >= delta_of_continuous_gaussians(rho, *Epsilon::of(epsilon.exact() * more))->exact());
}

// The Gaussian is rho-zCDP, so its own profile cannot be worse than what zCDP promises.
RC_GTEST_PROP(GaussianDp, NeverWorseThanTheConversionFromZcdp, ()) {
  const Rho rho = arbitrary_rho(-8, 3);
  const Epsilon epsilon = arbitrary_epsilon(-4, 3);
  const Result<Delta> by_zcdp = delta_of(rho, epsilon);
  if (by_zcdp) RC_ASSERT(*delta_of_continuous_gaussians(rho, epsilon) <= *by_zcdp);
}

TEST(GaussianDp, CalibrationBuysMoreRhoThanZcdp) {
  const Epsilon epsilon = *Epsilon::parse("1");
  for (const char *text : {"1e-30", "1e-9", "1e-3"}) {
    const Delta delta = *Delta::parse(text);
    EXPECT_LT(*rho_for(epsilon, delta), *rho_for_continuous_gaussians(epsilon, delta));
  }
}

TEST(GaussianDp, TheEndsOfTheRangeAreCappedOrRefused) {
  const Epsilon one = *Epsilon::parse("1");
  EXPECT_EQ(*delta_of_continuous_gaussians(*Rho::parse("1e-100"), one), Delta::smallest());
  EXPECT_EQ(*epsilon_of_continuous_gaussians(*Rho::parse("1e-9"), *Delta::parse("0.1")), Epsilon::smallest());
  EXPECT_EQ(delta_of_continuous_gaussians(*Rho::parse("1e9"), one).error().wrong,
            "rho = 1e+09 promises no delta below 1 at epsilon = 1");
  EXPECT_EQ(epsilon_of_continuous_gaussians(*Rho::parse("1e9"), *Delta::parse("0.1")).error().wrong,
            "rho = 1e+09 promises no epsilon below 1e6");
  EXPECT_EQ(rho_for_continuous_gaussians(*Epsilon::parse("1e7"), *Delta::parse("0.1")).error().wrong,
            "Gaussian calibration needs epsilon at most 1e6, got 1e+07");
  EXPECT_TRUE(rho_for_continuous_gaussians(*Epsilon::parse("1e6"), *Delta::parse("0.1")));
}

} // namespace gaussian_dp_test
} // namespace poise::internal
