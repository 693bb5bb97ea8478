// Made-up data have the law they should have, and know their own mean.
#include "experiments/frame/sample.h"

#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace sample_test {

// 200,000 normal numbers: a share of them within a range misses its chance by five standard deviations less
// than once in a million times.
TEST(NormalSample, HasTheMeansAndSpreadsAskedFor) {
  constexpr std::size_t rows = 200'000;
  const std::vector<double> means = {0, 10, -3}, stds = {1, 0.1, 7};
  SeededBits bits(1);
  const Sample sample = normal_sample(rows, means, stds, bits);
  EXPECT_EQ(sample.table.rows(), rows);
  EXPECT_EQ(sample.truth, means);
  for (std::size_t j = 0; j < 3; ++j)
    EXPECT_NEAR(sample.mean[j], means[j], 5 * stds[j] / std::sqrt(static_cast<double>(rows)));
}

TEST(NormalSample, IsNormal) {
  constexpr std::size_t draws = 200'000;
  std::vector<double> cells;
  SeededBits bits(2);
  const std::vector<double> zero = {0}, one = {1};
  // The cells themselves are under lock in a table, so look at the means of tables of one row.
  for (std::size_t i = 0; i < draws; ++i) cells.push_back(normal_sample(1, zero, one, bits).mean[0]);
  for (const double x : {-2.0, -1.0, -0.3, 0.0, 0.7, 1.5, 3.0}) {
    const double chance = std::erfc(-x / std::sqrt(2)) / 2;
    double share = 0;
    for (const double cell : cells) share += (cell <= x) / static_cast<double>(draws);
    EXPECT_NEAR(share, chance, 5 * std::sqrt(chance * (1 - chance) / draws)) << x;
  }
}

TEST(SampleOf, KnowsItsMean) {
  const Sample sample = sample_of(2, {1, 10, 2, 20, 6, 60});
  EXPECT_EQ(sample.mean, (std::vector<double>{3, 30}));
  EXPECT_EQ(sample.truth, sample.mean);
}

} // namespace sample_test
} // namespace poise::internal::experiments
