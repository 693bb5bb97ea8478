// The exponential mechanism against the probabilities it promises.
#include "poise/random/sampler/exponential_mechanism.h"

#include "draw_for_draw.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace exponential_mechanism_test {

// Written anew from the definition: weight count * exp(-rate * score), normalised.
std::vector<double> promised(const std::vector<Gap> &gaps, double rate) {
  long double best = 1e30L;
  for (const Gap &gap : gaps)
    if (gap.count > 0) best = std::min(best, static_cast<long double>(gap.score));
  std::vector<double> result;
  long double total = 0;
  for (const Gap &gap : gaps) {
    const long double weight =
        static_cast<long double>(gap.count) *
        std::exp(-static_cast<long double>(rate) * (static_cast<long double>(gap.score) - best));
    total += weight;
    result.push_back(static_cast<double>(weight));
  }
  for (double &weight : result) weight = static_cast<double>(weight / total);
  return result;
}

const std::vector<std::vector<Gap>> examples = {
    {{1, 0}},
    {{5, 7}},
    {{1, 0}, {1, 1}, {1, 2}, {1, 3}},
    {{10, 3}, {0, 0}, {1, 2}, {100, 5}, {1, 3}},
    {{~std::uint64_t{0}, 60}, {1, 0}, {~std::uint64_t{0} / 3, 50}, {1, 20}},
    {{3, std::uint64_t{1} << 41}, {4, (std::uint64_t{1} << 41) + 2}, {1, ~std::uint64_t{0}}},
};

auto gap_of(const ExponentialMechanism &mechanism) {
  return [&mechanism](Bits &bits) { return mechanism(bits).gap; };
}

TEST(ExponentialMechanism, MajorantsAreNeverBelowTheWeights) {
  SeededBits bits(101);
  std::vector<std::vector<Gap>> tried = examples;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Gap> gaps(1 + trial % 7);
    for (Gap &gap : gaps) gap = {bits.word() >> (bits.word() % 64), bits.word() >> (40 + bits.word() % 24)};
    gaps[0].count |= 1;
    tried.push_back(gaps);
  }
  for (const std::vector<Gap> &gaps : tried) {
    for (const Rational &rate : {ratio(0, 1), ratio(1, 3), ratio(1, 1000000), ratio(50, 1)})
      for (const std::size_t kept : {0U, 3U, 1000U}) {
        const ExponentialMechanism mechanism(gaps, std::make_shared<ExponentialPowers>(rate, kept));
        for (std::size_t i = 0; i < gaps.size(); ++i)
          EXPECT_GE(to_integer(mechanism.majorant(i)), mechanism.weight(i, 256).high()) << i;
      }
  }
}

TEST(ExponentialMechanism, FastAndExactRoadsAgreeDrawForDraw) {
  for (const std::vector<Gap> &gaps : examples) {
    for (const Rational &rate : {ratio(1, 2), ratio(9, 10)})
      for (const std::size_t kept : {0U, 3U, 100U}) {
        const auto powers = std::make_shared<ExponentialPowers>(rate, kept);
        const ExponentialMechanism fast(gaps, powers);
        const ExponentialMechanism slow(gaps, powers, Arithmetic::exact_only);
        expect_equal_draw_for_draw(gap_of(fast), gap_of(slow), 102, 2000);
      }
  }
}

// Bounds are bounds, kept or computed, at the seam, where the lower one is given up, and at the very end; and
// close ones where they should be.
TEST(ExponentialPowers, HoldTheTruePower) {
  constexpr std::uint64_t slack = FixedExpTable::max_slack, whole = FixedExpTable::max_whole;
  for (const Rational &rate : {ratio(1, 3), ratio(7, 1000), ratio(1, power_of_two(20)), ratio(3, 1)})
    for (const std::size_t kept : {0U, 5U, 100U}) {
      const ExponentialPowers powers(rate, kept);
      const Integer exact_end = floor(Rational(to_integer(whole)) / rate);
      for (const std::uint64_t k :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{4}, std::uint64_t{5}, std::uint64_t{99},
            std::uint64_t{100}, std::uint64_t{5000}, slack - 1, slack, slack + 1,
            static_cast<std::uint64_t>(to_uint128(exact_end)) - 1}) {
        const auto power = powers.power(k);
        if (Rational(to_integer(k)) * rate >= Rational(to_integer(whole))) {
          EXPECT_FALSE(power) << k;
          continue;
        }
        ASSERT_TRUE(power) << k;
        const Interval truth =
            scale(exp(Interval(Rational(-rate * to_integer(k)), 512)), 63 + static_cast<long>(power->shift));
        EXPECT_LE(Rational(to_integer(power->low)), truth.low()) << k;
        EXPECT_GE(Rational(to_integer(power->high)), truth.high()) << k;
        if (k < slack) {
          EXPECT_GT(power->low, 0U);
        } else {
          EXPECT_EQ(power->low, 0U);
        }
        EXPECT_TRUE(k > 5000 || power->high - power->low < std::uint64_t{1} << 20) << k;
      }
      EXPECT_FALSE(powers.power(static_cast<std::uint64_t>(to_uint128(exact_end)) + 2));
    }
}

TEST(ExponentialMechanism, DrawsFitAndARateOffByATenthDoesNot) {
  SeededBits bits(103);
  const std::vector<Gap> &gaps = examples[3];
  const ExponentialMechanism mechanism(gaps, ratio(1, 2));
  const auto mass = [&](double rate) {
    return [p = promised(gaps, rate)](std::int64_t i) { return p[static_cast<std::size_t>(i)]; };
  };
  const auto counts = statistical::count(500'000, [&] { return mechanism(bits).gap; });
  EXPECT_EQ(statistical::misfit(counts, mass(0.5), 0, 4), "");
  EXPECT_NE(statistical::misfit(counts, mass(0.55), 0, 4), "");
  EXPECT_NE(statistical::misfit(counts, mass(0.45), 0, 4), "");
}

TEST(ExponentialMechanism, EnormousGapsFarAwayCountForWhatTheyWeigh) {
  SeededBits bits(104);
  for (const Arithmetic arithmetic : {Arithmetic::fast_first, Arithmetic::exact_only}) {
    const std::vector<Gap> &gaps = examples[4];
    const ExponentialMechanism mechanism(gaps, ratio(4, 5), arithmetic);
    const auto counts = statistical::count(100'000, [&] { return mechanism(bits).gap; });
    const auto p = promised(gaps, 0.8);
    EXPECT_EQ(statistical::misfit(
                  counts, [&](std::int64_t i) { return p[static_cast<std::size_t>(i)]; }, 0, 3),
              "");
  }
}

TEST(ExponentialMechanism, CandidatesWithinAGapAreEquallyLikely) {
  SeededBits bits(105);
  const std::vector<Gap> gaps = {{6, 2}};
  const ExponentialMechanism mechanism(gaps, ratio(1, 1));
  const auto counts = statistical::count(100'000, [&] { return mechanism(bits).offset; });
  EXPECT_EQ(statistical::misfit(
                counts, [](std::int64_t) { return 1.0 / 6; }, 0, 5),
            "");
}

TEST(ExponentialMechanism, HugeRatesAndScoresChooseTheBestAtOnce) {
  SeededBits bits(106);
  const std::vector<Gap> gaps = {{1000, ~std::uint64_t{0}}, {1, 5}, {1000, 6}};
  for (const Rational &rate : {Rational(power_of_two(40)), Rational(power_of_two(100))}) {
    const ExponentialMechanism mechanism(gaps, rate);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(mechanism(bits).gap, 1U);
  }
}

TEST(ExponentialMechanism, RateZeroIsUniformOverAllCandidates) {
  SeededBits bits(107);
  const std::vector<Gap> gaps = {{1, 0}, {3, 1000}, {6, 5}};
  const ExponentialMechanism mechanism(gaps, ratio(0, 1));
  const auto counts = statistical::count(100'000, [&] { return mechanism(bits).gap; });
  const double p[] = {0.1, 0.3, 0.6};
  EXPECT_EQ(statistical::misfit(
                counts, [&](std::int64_t i) { return p[i]; }, 0, 2),
            "");
}

TEST(ExponentialMechanism, RefusesAnEmptyChoice) {
  const std::vector<Gap> none;
  const std::vector<Gap> empty = {{0, 3}};
  const std::vector<Gap> one = {{1, 3}};
  EXPECT_THROW(ExponentialMechanism(none, ratio(1, 1)), std::logic_error);
  EXPECT_THROW(ExponentialMechanism(empty, ratio(1, 1)), std::logic_error);
  EXPECT_THROW(ExponentialMechanism(one, ratio(-1, 1)), std::logic_error);
}

} // namespace exponential_mechanism_test
} // namespace poise::internal
