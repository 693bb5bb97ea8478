// Discrete Gaussian noise against its exact law, from tiny to enormous variances.
#include "poise/random/sampler/discrete_gaussian.h"

#include "draw_for_draw.h"
#include "oracle/exact_masses.h"
#include "oracle/textbook_samplers.h"
#include "poise/random/sampler/uniform.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace discrete_gaussian_test {

const Rational variances[] = {ratio(1, 50), ratio(1, 4), ratio(2, 3),   ratio(1, 1),
                              ratio(7, 3),  ratio(9, 1), ratio(100, 1), ratio(100000, 7)};

auto mass(double variance) { return oracle::DiscreteGaussianMass(variance); }

TEST(DiscreteGaussian, FastRoadEnclosesGammaOfEveryProposal) {
  SeededBits bits(41);
  std::vector<Rational> tried(std::begin(variances), std::end(variances));
  for (const unsigned exponent : {20U, 60U, 100U, 124U, 126U, 128U, 130U, 199U})
    tried.push_back(ratio(power_of_two(exponent) * 997, 1009));
  tried.push_back(Rational(power_of_two(200)));
  for (const Rational &variance : tried) {
    const DiscreteGaussian gaussian(variance);
    for (int i = 0; i < 2000; ++i) {
      const UInt128 last = gaussian.span() - 1;
      const UInt128 offset = i == 0 ? 0 : i == 1 ? last : uniform_below(gaussian.span(), bits);
      const std::uint64_t rounds = i < 92 ? static_cast<std::uint64_t>(i / 2) : bits.word() >> 58;
      const FixedPoint fast = gaussian.proposal_gamma(offset, rounds);
      if (!FixedExpTable::covers(fast)) continue; // such proposals are decided exactly
      const Rational units = gaussian.exact_proposal_gamma(offset, rounds) * power_of_two(64);
      EXPECT_LE(to_integer(fast.units), units) << variance;
      EXPECT_GE(to_integer(fast.units) + to_integer(fast.slack), units) << variance;
    }
  }
}

TEST(DiscreteGaussian, FastAndExactRoadsAgreeDrawForDraw) {
  for (const Rational &variance : variances)
    expect_equal_draw_for_draw(DiscreteGaussian(variance), DiscreteGaussian(variance, Arithmetic::exact_only),
                               42, 1500);
  for (const unsigned exponent : {80U, 100U, 150U, 200U}) {
    const Rational variance(power_of_two(exponent));
    expect_equal_draw_for_draw(DiscreteGaussian(variance), DiscreteGaussian(variance, Arithmetic::exact_only),
                               43, 500);
  }
}

TEST(DiscreteGaussian, DrawsFitAndATenthMoreOrLessDoesNot) {
  SeededBits bits(44);
  for (const Rational &exact : variances) {
    const double variance = exact.get_d();
    const DiscreteGaussian gaussian(exact);
    const auto high = static_cast<std::int64_t>(7 * std::sqrt(variance)) + 3;
    const auto counts = statistical::count(400'000, [&] { return gaussian(bits); });
    EXPECT_EQ(statistical::misfit(counts, mass(variance), -high, high), "") << exact;
    if (variance < 0.1) continue; // nearly always zero: no scale to see
    EXPECT_NE(statistical::misfit(counts, mass(1.21 * variance), -high, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(0.81 * variance), -high, high), "") << exact;
  }
}

TEST(DiscreteGaussian, ATailThatIsCutOrTooHeavyIsNoticed) {
  SeededBits bits(45);
  const DiscreteGaussian gaussian(Rational(16));
  const auto cut = statistical::count(400'000, [&] {
    Int128 x;
    do x = gaussian(bits);
    while (x > 15 || x < -15);
    return x;
  });
  EXPECT_NE(statistical::misfit(cut, mass(16), -40, 40), "");
  const auto heavy = statistical::count(400'000, [&] {
    const Int128 x = gaussian(bits);
    return x > 11 || x < -11 ? x + x / 8 : x;
  });
  EXPECT_NE(statistical::misfit(heavy, mass(16), -40, 40), "");
}

TEST(DiscreteGaussian, HasTheLawOfTheTextbookSampler) {
  SeededBits bits(46);
  for (const Rational &variance : {ratio(2, 3), ratio(9, 1)}) {
    const DiscreteGaussian gaussian(variance);
    const DiscreteGaussian slow(variance, Arithmetic::exact_only);
    const auto fast = statistical::count(200'000, [&] { return gaussian(bits); });
    const auto forced = statistical::count(40'000, [&] { return slow(bits); });
    const auto book = statistical::count(
        20'000, [&] { return oracle::textbook_discrete_gaussian(variance, bits).get_si(); });
    EXPECT_EQ(statistical::misfit(book, mass(variance.get_d()), -25, 25), "");
    EXPECT_EQ(statistical::misfit(forced, mass(variance.get_d()), -25, 25), "");
    EXPECT_EQ(statistical::two_sample_misfit(fast, book), "");
  }
}

// For huge sigma the law of floor(4 X / sigma) is that of a rounded normal up to 1/sigma,
// and X mod 16 is uniform up to exp(-2 (pi sigma / 16)^2).
TEST(DiscreteGaussian, HugeVariancesHaveTheRightShapeAndFairLowBits) {
  SeededBits bits(47);
  for (const unsigned sigma_bits : {20U, 40U, 50U, 63U, 64U, 65U, 100U}) {
    const DiscreteGaussian gaussian(Rational(power_of_two(2 * sigma_bits)));
    statistical::Counts low_bits;
    const auto shape = statistical::count(100'000, [&] {
      const Int128 x = gaussian(bits);
      low_bits.add(static_cast<std::int64_t>(x & 15));
      return x >> (sigma_bits - 2); // rounds towards minus infinity
    });
    const auto rounded_normal = [](double spread) {
      return [spread](std::int64_t cell) {
        const auto below = [spread](double x) { return 0.5 * std::erfc(-x / (4 * spread) / std::sqrt(2.0)); };
        return below(static_cast<double>(cell + 1)) - below(static_cast<double>(cell));
      };
    };
    EXPECT_EQ(statistical::misfit(shape, rounded_normal(1), -24, 24), "") << sigma_bits;
    EXPECT_NE(statistical::misfit(shape, rounded_normal(1.1), -24, 24), "") << sigma_bits;
    EXPECT_NE(statistical::misfit(shape, rounded_normal(0.9), -24, 24), "") << sigma_bits;
    EXPECT_EQ(statistical::misfit(
                  low_bits, [](std::int64_t) { return 1.0 / 16; }, 0, 15),
              "")
        << sigma_bits;
  }
}

TEST(DiscreteGaussian, VanishingVarianceGivesZero) {
  SeededBits bits(48);
  for (const unsigned exponent : {20U, 60U, 200U, 1000U}) {
    const DiscreteGaussian gaussian(ratio(1, power_of_two(exponent)));
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(gaussian(bits) == 0);
  }
}

TEST(DiscreteGaussian, RefusesVariancesItCannotServe) {
  EXPECT_THROW(DiscreteGaussian(Rational(0)), std::logic_error);
  EXPECT_THROW(DiscreteGaussian(Rational(-1)), std::logic_error);
  EXPECT_THROW(DiscreteGaussian(Rational(power_of_two(200) + 1)), std::logic_error);
}

} // namespace discrete_gaussian_test
} // namespace poise::internal
