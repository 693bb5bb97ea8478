// Advanced composition: against exact k-fold randomised response and 45-digit references.
#include "poise/privacy/theorem/advanced_composition.h"

#include "poise/base/interval.h"
#include "privacy/arbitrary.h"
#include "privacy/judge.h"
#include "privacy/reference_values.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace advanced_composition_test {

constexpr unsigned precision = 256;

TEST(AdvancedComposition, MatchesTheReferenceFromAbove) {
  for (const CompositionReference &r : composed_epsilon) {
    const Result<Epsilon> composed =
        advanced_composition(std::stoull(r.steps), *Epsilon::parse(r.epsilon), *Delta::parse(r.slack));
    EXPECT_TRUE(is_just_above(composed->exact(), number(r.value)))
        << r.steps << ", " << r.epsilon << ", " << r.slack;
  }
}

Integer choose(unsigned long n, unsigned long k) {
  Integer result;
  mpz_bin_uiui(result.get_mpz_t(), n, k);
  return result;
}

// The exact delta of k randomised responses at the total epsilon: with j answers flipped, one
// world has probability p^(k-j) q^j and the other p^j q^(k-j).
Interval delta_of_responses(unsigned steps, const Epsilon &step, const Rational &total) {
  const Interval one(1L, precision);
  const Interval odds = exp(Interval(step.exact(), precision));
  const Interval log_keep = -log1p(one / odds);
  const Interval log_flip = -log1p(odds);
  Interval delta(0L, precision);
  for (unsigned j = 0; j <= steps; ++j) {
    const Interval flipped(static_cast<long>(j), precision);
    const Interval kept(static_cast<long>(steps - j), precision);
    const Interval here = exp(kept * log_keep + flipped * log_flip);
    const Interval there = exp(flipped * log_keep + kept * log_flip + Interval(total, precision));
    if (!there.surely_less(here)) continue; // the true term is zero, or below 2^-200
    delta += Interval(choose(steps, j), precision) * (here - there);
  }
  return delta;
}

TEST(AdvancedComposition, UpToTwentyRandomisedResponsesStayWithinTheClaim) {
  for (unsigned steps = 1; steps <= 20; ++steps) {
    for (const char *step_text : {"0.001", "0.1", "0.5", "1", "2"}) {
      for (const char *slack_text : {"1e-30", "1e-9", "1e-3", "0.1", "0.7"}) {
        const Epsilon step = *Epsilon::parse(step_text);
        const Delta slack = *Delta::parse(slack_text);
        const Epsilon total = *advanced_composition(steps, step, slack);
        EXPECT_LE(delta_of_responses(steps, step, total.exact()).high(), slack.exact())
            << steps << " x " << step_text << " at " << slack_text;
      }
    }
  }
}

TEST(AdvancedComposition, SmallStepsGainOverTheSum) {
  const Epsilon composed = *advanced_composition(10000, *Epsilon::parse("0.01"), *Delta::parse("1e-6"));
  EXPECT_LT(composed.display(), 6); // the sum is 100
}

TEST(AdvancedComposition, FewStepsCostTheirExactSum) {
  EXPECT_EQ(advanced_composition(2, *Epsilon::parse("0.1"), *Delta::parse("1e-9"))->text(), "0.2");
  EXPECT_EQ(advanced_composition(1, *Epsilon::parse("1/3"), *Delta::parse("1e-9"))->text(), "1/3");
}

// With delta per step, all k steps hold with probability (1-delta)^k (1-slack).
TEST(AdvancedComposition, TotalDeltaIsTheProductFormRoundedUp) {
  const Approximate step{*Epsilon::parse("0.1"), *Delta::parse("0.01")};
  const Approximate total = *advanced_composition(10, step, *Delta::parse("1e-3"));
  Rational kept = 1 - ratio(1, 1000);
  for (int i = 0; i < 10; ++i) kept *= ratio(99, 100);
  EXPECT_TRUE(is_just_above(total.delta.exact(), 1 - kept));
  EXPECT_EQ(total.epsilon, *advanced_composition(10, step.epsilon, *Delta::parse("1e-3")));
}

TEST(AdvancedComposition, TotalDeltaNeverExceedsTheSum) {
  const Approximate step{*Epsilon::parse("0.1"), *Delta::parse("1e-30")};
  const Approximate total = *advanced_composition(1000000, step, *Delta::parse("1e-20"));
  EXPECT_LE(total.delta.exact(), number("1.0001e-20"));
}

TEST(AdvancedComposition, DeltasThatReachOneAreAnError) {
  const Approximate step{*Epsilon::parse("0.1"), *Delta::parse("0.5")};
  EXPECT_FALSE(advanced_composition(1000, step, *Delta::parse("0.1")));
}

TEST(AdvancedComposition, ImpossibleRequestsAreRefused) {
  const Epsilon one = *Epsilon::parse("1");
  const Delta slack = *Delta::parse("1e-6");
  EXPECT_EQ(advanced_composition(0, one, slack).error().wrong, "composition needs at least one step, got 0");
  EXPECT_FALSE(epsilon_per_step(0, one, slack));
  EXPECT_FALSE(advanced_composition(~0ULL, one, slack)) << "beyond 1e9";
  EXPECT_EQ(loss_per_step(10, {one, *Delta::parse("1e-6")}, slack).error().wrong,
            "the slack must be below the total delta of 1e-6, got 1e-6");
}

RC_GTEST_PROP(AdvancedComposition, RoundTripsNeverOverspendAndLoseAlmostNothing, ()) {
  const auto steps = *rc::gen::inRange<std::uint64_t>(1, 1ULL << *rc::gen::inRange(1, 40));
  const Epsilon total = arbitrary_epsilon(-6, 3);
  const Delta slack = arbitrary_delta();
  const Epsilon step = *epsilon_per_step(steps, total, slack);
  RC_ASSERT(total.exact() <= step.exact() * steps);
  const Rational back = advanced_composition(steps, step, slack)->exact();
  RC_ASSERT(back <= total.exact());
  RC_ASSERT(back >= total.exact() * (1 - number("1e-15")));
}

RC_GTEST_PROP(AdvancedComposition, RoundTripsOfPairsNeverOverspend, ()) {
  const auto steps = *rc::gen::inRange<std::uint64_t>(1, 1000000);
  const Approximate total{arbitrary_epsilon(-3, 3), arbitrary_delta()};
  const Delta slack = *Delta::of(total.delta.exact() / *rc::gen::inRange(2, 100));
  const Approximate step = *loss_per_step(steps, total, slack);
  const Approximate back = *advanced_composition(steps, step, slack);
  RC_ASSERT(back.epsilon <= total.epsilon);
  RC_ASSERT(back.delta <= total.delta);
  RC_ASSERT(back.delta.exact() >= total.delta.exact() * (1 - number("1e-15")));
}

RC_GTEST_PROP(AdvancedComposition, MoreStepsAndLessSlackCostMore, ()) {
  const auto steps = *rc::gen::inRange<std::uint64_t>(1, 1000000);
  const Epsilon epsilon = arbitrary_epsilon(-6, 2);
  const Delta slack = arbitrary_delta();
  const Delta less_slack = *Delta::of(slack.exact() / 2);
  const Epsilon cost = *advanced_composition(steps, epsilon, slack);
  RC_ASSERT(cost < *advanced_composition(steps + 1, epsilon, slack));
  RC_ASSERT(cost <= *advanced_composition(steps, epsilon, less_slack));
}

} // namespace advanced_composition_test
} // namespace poise::internal
