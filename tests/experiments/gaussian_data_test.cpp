// Gaussian data of the PLAN paper have the variances and correlations that it says.
#include "experiments/plan/gaussian_data.h"

#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace gaussian_data_test {

constexpr int draws = 200'000;

// E (x_i - mean) (x_j - mean), row by row. Cells are under lock in a table, so these are means of tables of
// one row.
std::vector<std::vector<double>> products(const GaussianData &data, const Draw &draw) {
  const std::size_t columns = data.stds.size();
  std::vector<std::vector<double>> all(columns, std::vector<double>(columns));
  SeededBits bits(1);
  for (int k = 0; k < draws; ++k) {
    const Sample sample = draw(bits);
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        all[i][j] += (sample.mean[i] - data.mean) * (sample.mean[j] - data.mean) / draws;
  }
  return all;
}

// A product of two normal numbers with variances v, w and covariance c has variance v w + c^2 <= 2 v w, and a
// mean of 200,000 of them is nearly normal: further than six standard deviations away less than once in 10^8
// times, whatever the seed, for each of the few numbers looked at here.
double far(double v, double w) { return 6 * std::sqrt(2 * v * w / draws); }

TEST(GaussianData, IndependentColumnsHaveTheirVariancesAndNoCorrelation) {
  const GaussianData data = gaussian_data_c(1, 4);
  const auto product = products(data, independent(data));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const double v = std::pow(4.0 / static_cast<double>(i + 1), 2),
                   w = std::pow(4.0 / static_cast<double>(j + 1), 2);
      EXPECT_NEAR(product[i][j], i == j ? v : 0, far(v, w)) << i << " " << j;
    }
}

TEST(GaussianData, HalfCorrelatedColumnsKeepTheirVariances) {
  const GaussianData data = gaussian_data_c(1, 4);
  const auto product = products(data, half_correlated(data));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const double v = std::pow(data.stds[i], 2), w = std::pow(data.stds[j], 2);
      EXPECT_NEAR(product[i][j], (i == j ? 1 : 0.5) * std::sqrt(v * w), far(v, w)) << i << " " << j;
    }
}

// The matrix is new for every row here. Its squares are 1 / (3 d) on average and its products 1 / (4 d), and
// there are as many of them as columns right of both. No variance exceeds 2, whatever the matrix.
TEST(GaussianData, RandomCorrelationsAreThoseOfATriangle) {
  const GaussianData data = gaussian_data_a(1, 4);
  const auto product = products(data, randomly_correlated(data));
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j) {
      const auto right = static_cast<double>(3 - std::max(i, j));
      EXPECT_NEAR(product[i][j], i == j ? 1 + right / 12 : right / 16, far(2, 2)) << i << " " << j;
    }
}

TEST(GaussianData, RowsThatAreDrawnTogetherAreAllThere) {
  const GaussianData data = gaussian_data_a(13, 3); // 8 rows, then 5
  SeededBits bits(1);
  EXPECT_EQ(randomly_correlated(data)(bits).table.rows(), 13U);
}

TEST(GaussianData, RangesAreThoseOfThePublishedProgram) {
  EXPECT_EQ(gaussian_data_a(4000, 64).range, 25 * 8);
  EXPECT_EQ(gaussian_data_b(10, 512, 0).range, 50 * 512);
  EXPECT_NEAR(gaussian_data_b(10, 256, 2).range, 50 * 256 * 16, 1e-6); // 256^2 to the quarter is 16
  EXPECT_EQ(gaussian_data_b(10, 512, 0.5).stds.back(), 1);
}

TEST(GaussianData, IsComparedWithThePopulationOrWithItself) {
  const GaussianData data = gaussian_data_c(100, 4);
  SeededBits one(1), two(1);
  const Sample population = independent(data)(one), own = against_own_mean(independent(data))(two);
  EXPECT_EQ(population.truth, std::vector<double>(4, 10));
  EXPECT_EQ(own.truth, own.mean);
  EXPECT_EQ(own.mean, population.mean);
}

} // namespace gaussian_data_test
} // namespace poise::internal::experiments
