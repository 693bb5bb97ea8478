// PLAN for zeros and ones: receipts, noise that follows the variances, sparse and dense alike, odd tables.
#include "poise/estimate/plan/binary_plan_mean.h"

#include "aggregate/any_rows.h"
#include "poise/estimate/mean/clipped_mean.h"
#include "poise/estimate/mean/gaussian_mean.h"
#include "poise/estimate/mean/plan_mean.h"
#include "poise/random/seeded_bits.h"
#include "poise/table/sparse/read_baskets.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace binary_plan_mean_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

struct Binary {
  std::size_t columns;
  std::vector<int> cells; // row by row

  std::size_t rows() const { return cells.size() / columns; }
};

// Column j is one with probability shares[j].
Binary coins(std::size_t rows, const std::vector<double> &shares, std::uint64_t seed) {
  SeededBits dice(seed);
  Binary result{shares.size(), {}};
  for (std::size_t i = 0; i < rows; ++i)
    for (const double share : shares)
      result.cells.push_back(static_cast<double>(dice.word() >> 11) * 0x1p-53 < share);
  return result;
}

Table baskets(const Binary &binary) {
  std::string text;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < binary.columns; ++j) names.push_back(std::to_string(j + 1));
  for (std::size_t i = 0; i < binary.cells.size(); ++i) {
    if (binary.cells[i] == 1) text += names[i % binary.columns] + " ";
    if ((i + 1) % binary.columns == 0) text += "\n";
  }
  return read_baskets(text, "baskets", {.columns = names}).value();
}

std::vector<double> mean_of(const Binary &binary) {
  std::vector<double> mean(binary.columns);
  for (std::size_t i = 0; i < binary.cells.size(); ++i)
    mean[i % binary.columns] += binary.cells[i] / static_cast<double>(binary.rows());
  return mean;
}

// A few columns that are one half of the time, and many that hardly ever are.
std::vector<double> skewed(std::size_t columns) {
  std::vector<double> shares(columns, 0.01);
  std::fill_n(shares.begin(), columns / 8, 0.5);
  return shares;
}

double l1(const std::vector<double> &a, const std::vector<double> &b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += std::abs(a[j] - b[j]);
  return sum;
}

TEST(BinaryPlan, TheReceiptAddsUpStepByStep) {
  const Table table = baskets(coins(500, {0.5, 0.1, 0}, 1));
  SeededBits bits(1);
  const auto mean = binary_plan_mean(table, grant("1/7"), bits).value();
  EXPECT_EQ(mean.method, "plan");
  EXPECT_EQ(mean.receipt.total(), ratio(1, 7));
  ASSERT_EQ(mean.receipt.steps().size(), 3U);
  const std::array hundredths = {10, 1, 89};
  const std::array names = {"variance", "radius", "sum"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(mean.receipt.steps()[i].name, names[i]);
    EXPECT_EQ(mean.receipt.steps()[i].amount, ratio(hundredths[i], 700));
  }
  const auto given =
      binary_plan_mean(table, grant("1/7"), bits, {.variances = std::vector<double>{1, 1, 1}}).value();
  EXPECT_EQ(given.receipt.total(), ratio(1, 7));
  ASSERT_EQ(given.receipt.steps().size(), 2U);
  const auto other =
      binary_plan_mean(table, grant("1"), bits, {.plan_shares = PlanShares{1, 2, 3, 5}}).value();
  EXPECT_EQ(other.receipt.steps()[0].amount, ratio(1, 5));
  EXPECT_EQ(other.receipt.steps()[2].amount, ratio(1, 2));
  EXPECT_FALSE(mean.is_private);
}

// Scaled for the sum of errors, that is smaller than without scaling (all variances given alike); and noise
// for sqrt(2) radii is less than what clipping with noise for two would have.
TEST(BinaryPlan, FollowsTheVariancesAndBeatsTheSameWithoutScaling) {
  const Binary binary = coins(4096, skewed(512), 2);
  const Table table = baskets(binary);
  const std::vector<double> truth = mean_of(binary);
  double plan = 0, flat = 0;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    SeededBits bits(seed);
    plan += l1(binary_plan_mean(table, grant("1"), bits, {.norm = 1}).value().value, truth);
    flat +=
        l1(binary_plan_mean(table, grant("1"), bits, {.norm = 1, .variances = std::vector<double>(512, 1.0)})
               .value()
               .value,
           truth);
  }
  EXPECT_LT(plan, 0.95 * flat);
}

// What it says about its noise is what it has.
TEST(BinaryPlan, ReportsTheNoiseItAdds) {
  const Binary binary = coins(20'000, skewed(256), 3);
  const std::vector<double> truth = mean_of(binary);
  SeededBits bits(4);
  const auto mean = binary_plan_mean(baskets(binary), grant("1"), bits, {.norm = 1}).value();
  double squares = 0;
  for (std::size_t j = 0; j < truth.size(); ++j)
    squares +=
        std::pow((mean.value[j] - truth[j]) / mean.noise_std[j], 2) / static_cast<double>(truth.size());
  EXPECT_NEAR(std::sqrt(squares), 1, 0.25); // 256 squares of normals: their mean is off by 9% (sd)
  EXPECT_LT(mean.noise_std.back(), mean.noise_std.front());
}

// Sixteen ones in every row: the radius found is about 4, and one row moves the sum by 4 sqrt(2). All of rho
// but a hundredth goes to the sum, so its noise has a variance of 32 / (2 rho), and the mean's is known.
TEST(BinaryPlan, TheNoiseIsForTheRootOfTwoRadii) {
  Binary binary{64, {}};
  for (std::size_t i = 0; i < 4000; ++i)
    for (std::size_t j = 0; j < 64; ++j) binary.cells.push_back((j / 16) == i % 4);
  SeededBits bits(5);
  const MeanOptions flat{.variances = std::vector<double>(64, 1.0)};
  const auto mean = binary_plan_mean(baskets(binary), grant("90"), bits, flat).value();
  const double radius_at_most = 4 * 1.03; // the grid of radii
  EXPECT_GE(mean.noise_std[0] * 4000, 4 / std::sqrt(89.0) * (1 - 1e-6));
  EXPECT_LE(mean.noise_std[0] * 4000, radius_at_most / std::sqrt(89.0));
}

TEST(BinaryPlan, IsTheSameFromSparseAndDenseRowsAndForAnyThreads) {
  const Binary binary = coins(3000, {0.5, 0.3, 0.01, 0, 1}, 6);
  const Table dense = Table::dense(numbered_names(5), std::vector<int>(binary.cells)).value();
  std::vector<std::vector<double>> values;
  for (const Table &table : {baskets(binary), dense})
    for (const RunOptions &run : {RunOptions{.threads = 1}, RunOptions{.threads = 3, .block_cells = 50}}) {
      SeededBits bits(7);
      values.push_back(
          plan_mean(table, Grid::within("5").value(), grant("1"), bits, {.binary = true}, run).value().value);
    }
  for (const auto &value : values) EXPECT_EQ(value, values.front());
}

TEST(BinaryPlan, VariancesInAnotherUnitChangeNothingMuch) {
  const Binary binary = coins(20'000, {0.5, 0.5}, 11);
  const std::vector<double> truth = mean_of(binary);
  for (const double variance : {1e-300, 1e-3, 0.25, 1.0, 1e6, 1e8, 1e200}) {
    SeededBits bits(12);
    const auto mean =
        binary_plan_mean(baskets(binary), grant("1"), bits, {.variances = std::vector<double>(2, variance)})
            .value();
    EXPECT_LT(l1(mean.value, truth), 0.002) << variance;
  }
}

// The least budget that is taken is enough for every step.
TEST(BinaryPlan, NothingFailsForWantOfBudgetLaterOn) {
  const Table table = baskets(coins(100, {0.5, 0.5}, 13));
  SeededBits bits(14);
  EXPECT_TRUE(binary_plan_mean(table, grant("1e-12"), bits));
  EXPECT_TRUE(binary_plan_mean(table, grant("1e-12"), bits, {.plan_shares = PlanShares{1, 1024, 1, 1024}}));
  EXPECT_FALSE(binary_plan_mean(table, grant("9e-13"), bits));
}

TEST(BinaryPlan, OddTablesAreNoError) {
  for (const std::size_t columns : {1U, 2U, 40U})
    for (const int cell : {0, 1})
      for (const std::size_t rows : {2U, 3U, 5000U})
        for (const char *rho : {"1", "1e-9"}) {
          SeededBits bits(8);
          const Binary binary{columns, std::vector<int>(rows * columns, cell)};
          const auto mean = binary_plan_mean(baskets(binary), grant(rho), bits).value();
          for (const double value : mean.value) {
            EXPECT_TRUE(std::isfinite(value));
            if (rows == 5000 && rho[1] == 0) {
              EXPECT_NEAR(value, cell, 0.1);
            }
          }
        }
}

TEST(BinaryPlan, ChoicesAndTablesThatMakeNoSenseAreTold) {
  const auto says = [](const Table &table, const MeanOptions &options) {
    SeededBits bits(1);
    return binary_plan_mean(table, grant("1"), bits, options).error().wrong;
  };
  const Table good = baskets(coins(100, {0.5, 0.5}, 1));
  EXPECT_NE(says(good, {.norm = ratio(1, 2)}).find("the norm"), std::string::npos);
  EXPECT_NE(says(good, {.variances = std::vector<double>{1}}).find("1 variances for 2"), std::string::npos);
  EXPECT_NE(says(good, {.variances = std::vector<double>{1, -1}}).find("a variance"), std::string::npos);
  const Table three = Table::dense({"x"}, std::vector<int>{0, 1, 3}).value();
  EXPECT_NE(says(three, {}).find("neither 0 nor 1"), std::string::npos);
}

// Baskets have no negative cells, which other methods know, too: a row moves a sum of cells from 0 to 1 by
// half of what it moves one of cells from -1 to 1, and one clipped around zero by sqrt(1/2).
TEST(BinaryPlan, OtherMeansOfBasketsHaveLessNoiseThanThoseOfNumbers) {
  const Binary binary = coins(4000, std::vector<double>(16, 0.5), 9);
  const Table dense = Table::dense(numbered_names(16), std::vector<int>(binary.cells)).value();
  const auto clipped_noise = [](const Table &table) {
    SeededBits bits(10);
    return clipped_mean(table, Grid::of(0, 1).value(), grant("1"), bits).value().noise_std[0];
  };
  EXPECT_NEAR(clipped_noise(baskets(binary)) / clipped_noise(dense), std::sqrt(0.5), 0.01);
  const auto gaussian_noise = [](const Table &table) {
    SeededBits bits(10);
    return gaussian_mean(table, Grid::of(0, 1).value(), grant("1/100"), bits).value().noise_std[0];
  };
  EXPECT_NEAR(gaussian_noise(baskets(binary)) / gaussian_noise(dense), 0.5, 0.001);
}

} // namespace binary_plan_mean_test
} // namespace poise::internal
