// Private variances: near the true ones with much budget, honest about their cost, calm in odd cases.
#include "poise/estimate/private_variances.h"

#include "aggregate/any_rows.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise {
namespace {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

// Nearly normal cells on a grid of integers, column j with standard deviation stds[j] around 1000 j.
std::shared_ptr<const GridRows> bells(std::size_t rows, const std::vector<double> &stds, std::uint64_t seed) {
  SeededBits dice(seed);
  Plain plain{stds.size(), {}, Grid::of(0, 1 << 24).value()};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < stds.size(); ++j) {
      double sum = -6;
      for (int k = 0; k < 12; ++k) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
      plain.cells.push_back(
          static_cast<std::int64_t>(std::llround(1000.0 * static_cast<double>(j) + stds[j] * sum)));
    }
  return on_grid(dense_table(plain), plain.grid).value();
}

// The medians of chi-squared over k with k degrees: 0.45494, 0.83918 and 0.95861, from tables.
TEST(PrivateVariances, TheMedianOfAMeanSquareIsNearItsTrueValue) {
  EXPECT_NEAR(median_of_mean_square(1), 0.45494, 0.016);
  EXPECT_NEAR(median_of_mean_square(4), 0.83918, 0.004);
  EXPECT_NEAR(median_of_mean_square(16), 0.95861, 0.0005);
}

TEST(PrivateVariances, AreNearTheTrueOnesWhereverTheColumnsLie) {
  const std::vector<double> stds = {100, 5000, 30, 200'000};
  for (const std::size_t k : {1U, 2U, 4U}) {
    SeededBits bits(k);
    const auto found = private_variances(bells(40'000, stds, 1), k, grant("1"), bits).value();
    for (std::size_t j = 0; j < stds.size(); ++j)
      EXPECT_NEAR(std::sqrt(found.values[j]) / stds[j], 1, 0.06) << k << " " << j;
  }
}

TEST(PrivateVariances, SpendTheGrantAsVariance) {
  SeededBits bits(1);
  const auto found = private_variances(bells(100, {10, 20}, 2), 1, grant("1/7"), bits).value();
  EXPECT_EQ(found.receipt.total(), ratio(1, 7));
  ASSERT_EQ(found.receipt.steps().size(), 1U);
  EXPECT_EQ(found.receipt.steps()[0].name, "variance");
  EXPECT_FALSE(found.is_private);
}

// Rows come in equal pairs: neighbours of the file would show no spread at all, a random order does.
TEST(PrivateVariances, GroupRowsInAnOrderOfTheirOwn) {
  Plain plain{1, {}, Grid::of(0, 1 << 20).value()};
  for (int i = 0; i < 4000; ++i) plain.cells.push_back(i / 2 % 100 * 100);
  SeededBits bits(3);
  const auto found =
      private_variances(on_grid(dense_table(plain), plain.grid).value(), 1, grant("1"), bits).value();
  EXPECT_GT(std::sqrt(found.values[0]), 1000);
}

TEST(PrivateVariances, OddColumnsAreNoErrorAndTooFewRowsAre) {
  for (const std::int64_t cell : {0, 7, -1000}) {
    SeededBits bits(4);
    const Plain plain{2, std::vector<std::int64_t>(6, cell), Grid::of(0, 1000).value()};
    const auto rows = on_grid(dense_table(plain), plain.grid).value();
    const auto found = private_variances(rows, 1, grant("0.01"), bits).value();
    for (const double variance : found.values) EXPECT_TRUE(variance >= 0 && std::isfinite(variance));
    EXPECT_FALSE(private_variances(rows, 2, grant("1"), bits));
  }
}

} // namespace
} // namespace poise
