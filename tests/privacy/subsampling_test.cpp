// Amplification by subsampling: against enumerated samples and 45-digit references.
#include "poise/privacy/theorem/subsampling.h"

#include "poise/base/interval.h"
#include "privacy/arbitrary.h"
#include "privacy/judge.h"
#include "privacy/reference_values.h"

#include <bit>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>
#include <utility>

namespace poise::internal {
namespace subsampling_test {

constexpr unsigned precision = 256;

SamplingRate rate_of(const Rational &value) {
  return *SamplingRate::of(value.get_num().get_ui(), value.get_den().get_ui());
}

TEST(Subsampling, MatchesTheReferenceFromAbove) {
  for (const ReferenceValue &r : sampled_epsilon) {
    const Result<Epsilon> after = epsilon_after_sampling(*Epsilon::parse(r.first), rate_of(number(r.second)));
    EXPECT_TRUE(is_just_above(after->exact(), number(r.value))) << r.first << ", " << r.second;
  }
}

TEST(Subsampling, OnlySensibleRatesAreAccepted) {
  EXPECT_EQ(SamplingRate::of(2, 4)->exact(), ratio(1, 2));
  EXPECT_EQ(SamplingRate::of(0, 4).error().wrong,
            "a sample must have between 1 and 4 of the 4 people, got 0");
  EXPECT_FALSE(SamplingRate::of(5, 4));
  EXPECT_FALSE(SamplingRate::of(0, 0));
  EXPECT_TRUE(SamplingRate::of(~0ULL, ~0ULL));
}

TEST(Subsampling, TakingEverybodyChangesNothing) {
  const SamplingRate all = *SamplingRate::of(7, 7);
  for (const char *text : {"1e-100", "1/3", "1", "1e9"}) {
    const Epsilon epsilon = *Epsilon::parse(text);
    EXPECT_EQ(*epsilon_after_sampling(epsilon, all), epsilon);
    EXPECT_EQ(*epsilon_before_sampling(epsilon, all), epsilon);
  }
}

// Probabilities of the outputs, as enclosures.
using Output = std::map<unsigned, Interval>;

void add(Output &output, unsigned value, const Interval &probability) {
  const auto [place, is_new] = output.emplace(value, probability);
  if (!is_new) place->second += probability;
}

// Randomised response of each of the people, given as bits; the number of ones is published.
Output noisy_count(unsigned ones, unsigned people, const Interval &keep, const Interval &flip) {
  Output output;
  for (unsigned answers = 0; answers < (1U << people); ++answers) {
    Interval probability(1L, precision);
    for (unsigned person = 0; person < people; ++person) {
      const bool truth = person < ones;
      const bool answer = (answers >> person) & 1U;
      probability *= truth == answer ? keep : flip;
    }
    add(output, static_cast<unsigned>(std::popcount(answers)), probability);
  }
  return output;
}

// Randomised response to "is there a one among them?": here the bound is attained.
Output noisy_any(unsigned ones, unsigned, const Interval &keep, const Interval &flip) {
  return ones > 0 ? Output{{0, flip}, {1, keep}} : Output{{0, keep}, {1, flip}};
}

template <class Mechanism>
Output on_two_of_four(Mechanism mechanism, unsigned table, const Epsilon &epsilon) {
  const Interval odds = exp(Interval(epsilon.exact(), precision));
  const Interval one(1L, precision);
  Output output;
  for (unsigned sample = 0; sample < 16; ++sample) {
    if (std::popcount(sample) != 2) continue;
    const auto ones = static_cast<unsigned>(std::popcount(sample & table));
    for (const auto &[value, probability] : mechanism(ones, 2, odds / (one + odds), one / (one + odds)))
      add(output, value, probability / Interval(6L, precision));
  }
  return output;
}

template <class Mechanism> Rational worst_ratio_of_neighbours(Mechanism mechanism, const Epsilon &epsilon) {
  Rational worst = 0;
  for (unsigned table = 0; table < 16; ++table) {
    for (unsigned person = 0; person < 4; ++person) {
      const Output here = on_two_of_four(mechanism, table, epsilon);
      const Output there = on_two_of_four(mechanism, table ^ (1U << person), epsilon);
      for (const auto &[value, probability] : here)
        worst = std::max(worst, (probability / there.at(value)).high());
    }
  }
  return worst;
}

TEST(Subsampling, EnumeratedSamplesOfTwoOutOfFourStayWithinTheClaim) {
  const SamplingRate half = *SamplingRate::of(2, 4);
  for (const char *text : {"0.01", "0.5", "1", "3"}) {
    const Epsilon epsilon = *Epsilon::parse(text);
    const Rational claim = epsilon_after_sampling(epsilon, half)->exact();
    const Interval allowed = exp(Interval(claim, precision));
    EXPECT_LE(worst_ratio_of_neighbours(noisy_count, epsilon), allowed.low()) << text;
    const Rational attained = worst_ratio_of_neighbours(noisy_any, epsilon);
    EXPECT_LE(attained, allowed.low()) << text;
    EXPECT_GE(attained, allowed.low() * (1 - number("1e-15"))) << text << ": the claim is not tight";
  }
}

TEST(Subsampling, DeltaShrinksWithTheRate) {
  const Approximate inner{*Epsilon::parse("1"), *Delta::parse("1e-6")};
  const Approximate outer = after_sampling(inner, *SamplingRate::of(1, 10));
  EXPECT_EQ(outer.delta.text(), "1e-7");
  EXPECT_EQ(outer.epsilon, *epsilon_after_sampling(inner.epsilon, *SamplingRate::of(1, 10)));
}

// As noisy_any, but it tells the truth outright with probability delta: (eps, delta)-DP.
TEST(Subsampling, EnumeratedSamplesLeakNoMoreThanTheClaimedDelta) {
  const Approximate inner{*Epsilon::parse("1"), *Delta::parse("0.01")};
  const Approximate claim = after_sampling(inner, *SamplingRate::of(2, 4));
  const Interval leak(inner.delta.exact(), precision);
  const auto leaky_any = [&](unsigned ones, unsigned people, const Interval &keep, const Interval &flip) {
    const Interval closed = Interval(1L, precision) - leak;
    Output output{{2, Interval(0L, precision)}, {3, Interval(0L, precision)}};
    add(output, ones > 0 ? 3 : 2, leak);
    for (const auto &[value, probability] : noisy_any(ones, people, keep, flip))
      add(output, value, closed * probability);
    return output;
  };
  const Interval factor = exp(Interval(claim.epsilon.exact(), precision));
  const Output nobody = on_two_of_four(leaky_any, 0b0000, inner.epsilon);
  const Output somebody = on_two_of_four(leaky_any, 0b0100, inner.epsilon);
  for (const auto &[first, second] : {std::pair(nobody, somebody), std::pair(somebody, nobody)}) {
    Rational leaked = 0; // the hockey-stick divergence at the claimed epsilon
    for (const auto &[value, probability] : first)
      leaked += std::max(Rational(0), (probability - factor * second.at(value)).high());
    EXPECT_LE(leaked, claim.delta.exact() * (1 + reference_error()));
  }
}

RC_GTEST_PROP(Subsampling, RoundTripsNeverOverspendAndLoseAlmostNothing, ()) {
  const Epsilon outer = arbitrary_epsilon(-30, 8);
  const auto people = *rc::gen::inRange<std::uint64_t>(1, 1'000'000'000'000ULL);
  const auto sampled = *rc::gen::inRange<std::uint64_t>(1, people + 1);
  const SamplingRate rate = *SamplingRate::of(sampled, people);
  const Epsilon inner = *epsilon_before_sampling(outer, rate);
  RC_ASSERT(outer <= inner);
  const Rational back = epsilon_after_sampling(inner, rate)->exact();
  RC_ASSERT(back <= outer.exact());
  RC_ASSERT(back >= outer.exact() * (1 - number("1e-15")));
}

RC_GTEST_PROP(Subsampling, SmallerSamplesCostLess, ()) {
  const Epsilon epsilon = arbitrary_epsilon(-30, 8);
  const auto sampled = *rc::gen::inRange<std::uint64_t>(1, 1000);
  const Epsilon less = *epsilon_after_sampling(epsilon, *SamplingRate::of(sampled, 1000));
  const Epsilon more = *epsilon_after_sampling(epsilon, *SamplingRate::of(sampled + 1, 1000));
  RC_ASSERT(less < more);
  RC_ASSERT(more <= epsilon);
}

} // namespace subsampling_test
} // namespace poise::internal
