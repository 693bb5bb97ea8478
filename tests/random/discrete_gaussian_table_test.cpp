// The table of the discrete Gaussian: the same law, read entry by entry and drawn.
#include "poise/random/sampler/discrete_gaussian_table.h"

#include "draw_for_draw.h"
#include "oracle/exact_masses.h"
#include "poise/random/sampler/discrete_gaussian.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace discrete_gaussian_table_test {

const Rational variances[] = {ratio(1, 1000000000), ratio(1, 10), ratio(1, 1), ratio(16, 1), ratio(30000, 7)};

TEST(DiscreteGaussianTable, EveryEntryIsTheExactProbability) {
  for (const Rational &variance : variances) {
    const DiscreteGaussianTable gaussian(variance);
    const oracle::DiscreteGaussianMass mass(variance.get_d());
    std::uint64_t before = 0;
    std::int64_t outcome = 0;
    for (const std::uint64_t entry : gaussian.table().floors()) {
      const std::int64_t value = outcome % 2 == 1 ? outcome / 2 + 1 : -outcome / 2;
      EXPECT_NEAR(static_cast<double>(entry - before) * 0x1p-64, mass(value), 1e-14) << variance;
      before = entry;
      ++outcome;
    }
  }
}

TEST(DiscreteGaussianTable, DrawsDoNotDependOnHowMuchOfAWordIsCompared) {
  for (const Rational &variance : {ratio(1, 10), ratio(1, 1), ratio(16, 1)})
    for (const unsigned resolution : {4U, 10U})
      expect_equal_draw_for_draw(DiscreteGaussianTable(variance), DiscreteGaussianTable(variance, resolution),
                                 61, 2000);
}

TEST(DiscreteGaussianTable, DrawsFitAndATenthMoreOrLessDoesNot) {
  SeededBits bits(62);
  for (const Rational &exact : {ratio(1, 1), ratio(16, 1), ratio(30000, 7)}) {
    const double variance = exact.get_d();
    const DiscreteGaussianTable gaussian(exact);
    const auto high = static_cast<std::int64_t>(7 * std::sqrt(variance)) + 3;
    const auto mass = [](double v) { return oracle::DiscreteGaussianMass(v); };
    const auto counts = statistical::count(500'000, [&] { return gaussian(bits); });
    EXPECT_EQ(statistical::misfit(counts, mass(variance), -high, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(1.21 * variance), -high, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(0.81 * variance), -high, high), "") << exact;
    const DiscreteGaussian rejection(exact);
    const auto other = statistical::count(300'000, [&] { return rejection(bits); });
    EXPECT_EQ(statistical::two_sample_misfit(counts, other), "") << exact;
  }
}

TEST(DiscreteGaussianTable, TheForcedRefinementFitsTheLawToo) {
  SeededBits bits(63);
  const DiscreteGaussianTable coarse(Rational(4), 3);
  const auto counts = statistical::count(100'000, [&] { return coarse(bits); });
  EXPECT_EQ(statistical::misfit(counts, oracle::DiscreteGaussianMass(4), -16, 16), "");
}

TEST(DiscreteGaussianTable, PaysOnlyForManyDrawsOfAModerateVariance) {
  EXPECT_TRUE(DiscreteGaussianTable::worthwhile(Rational(100), 1'000'000));
  EXPECT_FALSE(DiscreteGaussianTable::worthwhile(Rational(100), 10));
  EXPECT_FALSE(DiscreteGaussianTable::worthwhile(Rational(power_of_two(60)), ~std::uint64_t{0}));
}

TEST(DiscreteGaussianTable, RefusesVariancesItCannotServe) {
  EXPECT_THROW(DiscreteGaussianTable(Rational(0)), std::logic_error);
  EXPECT_THROW(DiscreteGaussianTable(Rational(power_of_two(25))), std::logic_error);
}

} // namespace discrete_gaussian_table_test
} // namespace poise::internal
