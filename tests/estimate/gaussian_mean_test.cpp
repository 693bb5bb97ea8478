// The mean under worst-case bounds: right scale, honest noise, public behaviour.
#include "poise/estimate/mean/gaussian_mean.h"

#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace gaussian_mean_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

Table two_columns(std::size_t rows) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i) {
    cells.push_back(static_cast<double>(i % 10));       // mean 4.5
    cells.push_back(-static_cast<double>(i % 4) / 8.0); // mean -0.1875
  }
  return Table::dense({"a", "b"}, cells).value();
}

TEST(GaussianMean, WithMuchBudgetIsTheMean) {
  SeededBits bits(1);
  const auto mean = gaussian_mean(two_columns(1000), Grid::within("10").value(), grant("1e9"), bits);
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->columns, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(mean->rows, 1000U);
  EXPECT_NEAR(mean->value[0], 4.5, 1e-5);
  EXPECT_NEAR(mean->value[1], -0.1875, 1e-5);
}

TEST(GaussianMean, TheNoiseIsBoundTimesRootOfTwoDOverRhoOverN) {
  SeededBits bits(1);
  const auto mean = gaussian_mean(two_columns(100), Grid::within("10").value(), grant("0.5"), bits);
  ASSERT_TRUE(mean);
  const double expected = 10 * std::sqrt(2 * 2 / 0.5) / 100;
  for (const double noise : mean->noise_std) EXPECT_NEAR(noise / expected, 1, 1e-8);
}

TEST(GaussianMean, TheReceiptAddsUpToTheGrant) {
  SeededBits bits(1);
  const auto mean = gaussian_mean(two_columns(10), Grid::within("10").value(), grant("1/7"), bits);
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->receipt.total(), ratio(1, 7));
}

TEST(GaussianMean, ASimulationSaysThatItIsNotPrivate) {
  SeededBits seeded(1);
  SystemBits system;
  const Grid grid = Grid::within("10").value();
  const auto simulated = gaussian_mean(two_columns(1000), grid, grant("1"), seeded);
  EXPECT_FALSE(simulated->is_private);
  ASSERT_EQ(simulated->warnings.size(), 1U);
  EXPECT_NE(simulated->warnings[0].find("not private"), std::string::npos);
  const auto real = gaussian_mean(two_columns(1000), grid, grant("1"), system);
  EXPECT_TRUE(real->is_private);
  EXPECT_TRUE(real->warnings.empty());
}

TEST(GaussianMean, NoiseBeyondTheBoundIsWarnedAbout) {
  SystemBits bits;
  const auto mean = gaussian_mean(two_columns(2), Grid::within("10").value(), grant("0.01"), bits);
  ASSERT_EQ(mean->warnings.size(), 1U);
  EXPECT_NE(mean->warnings[0].find("larger than the bound"), std::string::npos);
}

// Strange cells neither stop a release nor change what is public about it.
TEST(GaussianMean, EveryCellGivesAFiniteAnswerWithTheSamePublicFacts) {
  const double infinity = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  const Grid grid = Grid::within("10").value();
  SeededBits plain_bits(1);
  const auto plain = gaussian_mean(Table::dense({"a"}, {1, 2, 3}).value(), grid, grant("1"), plain_bits);
  for (const double cell : {nan, infinity, -infinity, 1e308, -1e308, 5e-324}) {
    SeededBits bits(1);
    const auto mean = gaussian_mean(Table::dense({"a"}, {cell, cell, cell}).value(), grid, grant("1"), bits);
    ASSERT_TRUE(mean);
    EXPECT_TRUE(std::isfinite(mean->value[0]));
    EXPECT_EQ(mean->noise_std, plain->noise_std);
    EXPECT_EQ(mean->warnings, plain->warnings);
    EXPECT_EQ(mean->rows, plain->rows);
  }
}

TEST(GaussianMean, OneRowIsRefused) {
  SeededBits bits(1);
  const auto mean =
      gaussian_mean(Table::dense({"a"}, {1}).value(), Grid::within("1").value(), grant("1"), bits);
  ASSERT_FALSE(mean);
  EXPECT_EQ(mean.error().kind, ErrorKind::bad_input);
}

// Covered or not: a coin of bias 0.95. False alarm at most 1e-6 by Chernoff, with enough
// runs to tell 0.93 and 0.97 apart from it.
TEST(GaussianMean, TheIntervalCoversTheMeanAsOftenAsItSays) {
  const Table table = two_columns(100);
  const Grid grid = Grid::within("10").value();
  std::uint64_t stream = 0;
  const auto counts = statistical::count(20'000, [&] {
    SeededBits bits(7, stream++);
    const auto mean = gaussian_mean(table, grid, grant("0.5"), bits);
    return mean->interval.low[0] <= 4.5 && 4.5 <= mean->interval.high[0];
  });
  const auto coin = [](double bias) {
    return [bias](std::int64_t x) { return x == 1 ? bias : x == 0 ? 1 - bias : 0; };
  };
  EXPECT_EQ(statistical::misfit(counts, coin(0.95), 0, 1), "");
  EXPECT_NE(statistical::misfit(counts, coin(0.97), 0, 1), "");
  EXPECT_NE(statistical::misfit(counts, coin(0.93), 0, 1), "");
}

} // namespace gaussian_mean_test
} // namespace poise::internal
