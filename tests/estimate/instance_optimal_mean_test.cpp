// Means that follow the spread of the data and not the bound: right, translation-invariant, and calm in odd
// cases.
#include "poise/estimate/mean/instance_optimal_mean.h"

#include "aggregate/any_rows.h"
#include "poise/estimate/mean/clipped_mean.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace instance_optimal_mean_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

using Method = RunMean *;

// Sums of uniform numbers around a centre: close enough to normal, with variance 1.
std::vector<double> bell(std::size_t rows, std::size_t columns, double centre, std::uint64_t seed) {
  SeededBits dice(seed);
  std::vector<double> cells(rows * columns);
  for (double &cell : cells) {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
    cell = centre + sum;
  }
  return cells;
}

std::vector<double> mean_of(const std::vector<double> &cells, std::size_t columns) {
  std::vector<double> mean(columns);
  for (std::size_t i = 0; i < cells.size(); ++i)
    mean[i % columns] += cells[i] * static_cast<double>(columns) / static_cast<double>(cells.size());
  return mean;
}

double distance(const std::vector<double> &a, const std::vector<double> &b) {
  double squared = 0;
  for (std::size_t i = 0; i < a.size(); ++i) squared += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(squared);
}

Estimate estimate(Method method, const std::vector<double> &cells, std::size_t columns, const char *bound,
                  const char *rho, std::uint64_t seed) {
  SeededBits bits(seed);
  const Table table = Table::dense(numbered_names(columns), cells).value();
  return method(table, Grid::within(bound).value(), grant(rho), bits, {}, {}).value();
}

TEST(InstanceOptimalMean, TheReceiptAddsUpToTheBudgetStepByStep) {
  const auto mean = estimate(instance_optimal_mean, bell(2000, 5, 1, 1), 5, "100", "1/7", 1);
  EXPECT_EQ(mean.receipt.total(), ratio(1, 7));
  ASSERT_EQ(mean.receipt.steps().size(), 3U);
  EXPECT_EQ(mean.receipt.steps()[0].amount, ratio(1, 28));
  EXPECT_EQ(mean.receipt.steps()[1].amount, ratio(3, 112));
  EXPECT_EQ(mean.receipt.steps()[2].amount, ratio(9, 112));
  EXPECT_FALSE(mean.is_private);
}

// With a budget so large that noise hardly matters, any width is turned back to where it was.
TEST(InstanceOptimalMean, IsTheMeanWhenTheNoiseIsSmallForAnyWidth) {
  for (const std::size_t columns : {1U, 2U, 3U, 7U, 64U, 65U}) {
    std::vector<double> cells = bell(4000, columns, 5, columns);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += static_cast<double>(i % columns) * 3;
    const auto mean = estimate(instance_optimal_mean, cells, columns, "1000", "1e5", 2);
    // Clipping a few of 4000 rows, by a step of the grid of radii, is all that is left.
    EXPECT_LT(distance(mean.value, mean_of(cells, columns)), 0.01 * std::sqrt(static_cast<double>(columns)))
        << columns;
  }
}

// sqrt(2 d / rho') C / n, C about sqrt(d): what the paper's split gives at rho = 1/2, d = 128, n = 4000 is
// 0.1. Four runs average within a tenth of it; the spread of one is a sixteenth.
TEST(InstanceOptimalMean, ErrsAsThePaperSaysWhereverTheDataLie) {
  for (const double centre : {0.0, 10.0, -400.0}) {
    const std::vector<double> cells = bell(4000, 128, centre, 3);
    double total = 0;
    for (std::uint64_t seed = 0; seed < 4; ++seed)
      total += distance(estimate(instance_optimal_mean, cells, 128, "565", "0.5", seed).value,
                        mean_of(cells, 128)) /
               4;
    EXPECT_NEAR(total, 0.1, 0.01) << centre;
  }
}

// The noise it reports is the noise it has: per column C sqrt(2 / rho') / n.
TEST(InstanceOptimalMean, ReportsTheNoiseItAdds) {
  const std::vector<double> cells = bell(4000, 128, 0, 4);
  const auto mean = estimate(instance_optimal_mean, cells, 128, "565", "0.5", 5);
  const double seen = distance(mean.value, mean_of(cells, 128)) / std::sqrt(128.0);
  EXPECT_NEAR(seen / mean.noise_std[0], 1, 0.25);
  EXPECT_EQ(mean.noise_std.size(), 128U);
  EXPECT_LT(mean.interval.low[0], mean.value[0]);
}

// Widths that leave no room for a shift on the widest grid: refused or done, but never after something was
// spent, and the same for any data.
TEST(InstanceOptimalMean, WideTablesWithoutABoundAreDoneWhereverTheDataLie) {
  for (const std::size_t columns : {2048U, 2049U, 3000U, 4095U})
    for (const double cell : {0.0, 1e8, -1e9}) {
      const Table table =
          Table::dense(numbered_names(columns), std::vector<double>(50 * columns, cell)).value();
      SeededBits bits(columns);
      const auto mean = instance_optimal_mean(table, Grid::generous(columns), grant("1000"), bits);
      EXPECT_TRUE(mean) << columns << " " << mean.error().wrong;
    }
  const Table table = Table::dense(numbered_names(4), std::vector<double>(400, 1.0)).value();
  SeededBits bits(1);
  EXPECT_NE(instance_optimal_mean(table, Grid::of(0, Grid::largest_bound / 4).value(), grant("1"), bits)
                .error()
                .wrong.find("could outgrow"),
            std::string::npos);
}

// A search within a range finds a centre there with fewer rows, and one outside at its edge: the mean is then
// clipped away.
TEST(InstanceOptimalMean, LooksForTheCentreWhereItIsTold) {
  const std::vector<double> cells = bell(2000, 64, 0, 11), far = bell(2000, 64, 50, 11);
  const Table near = Table::dense(numbered_names(64), cells).value(),
              away = Table::dense(numbered_names(64), far).value();
  const Grid grid = Grid::within("1e6").value();
  const auto run = [&](const Table &table, const MeanOptions &options, const char *rho = "0.2") {
    SeededBits bits(12);
    return instance_optimal_mean(table, grid, grant(rho), bits, options).value();
  };
  const auto needed = [](const Estimate &mean) {
    for (const std::string &warning : mean.warnings)
      if (const auto at = warning.find("at least "); at != std::string::npos)
        return std::stoul(warning.substr(at + 9));
    return 0UL;
  };
  const auto everywhere = needed(run(near, {}, "0.01")),
             inside = needed(run(near, {.centre_within = Rational(25)}, "0.01"));
  EXPECT_GT(everywhere, 2000U);
  EXPECT_LT(inside, everywhere * 9 / 10);
  EXPECT_GT(inside, everywhere / 2);
  const auto here = run(near, {.centre_within = Rational(25)});
  EXPECT_LT(distance(here.value, mean_of(cells, 64)), 0.2);
  // Every rotated column within 1 of zero: a mean of length 50 * 8 cannot be.
  EXPECT_GT(distance(run(away, {.centre_within = Rational(1)}).value, mean_of(far, 64)), 1);
}

TEST(Means, ChoicesThatMakeNoSenseAreToldBeforeAnythingIsSpent) {
  const std::vector<double> cells = bell(100, 2, 0, 1);
  const Table table = Table::dense(numbered_names(2), cells).value();
  const Grid grid = Grid::within("10").value();
  for (const Method method : {instance_optimal_mean, clipped_mean}) {
    const auto says = [&](const char *rho, const MeanOptions &options) {
      SeededBits bits(1);
      return method(table, grid, grant(rho), bits, options, {}).error().wrong;
    };
    EXPECT_NE(says("1e-13", {}).find("rho is too small"), std::string::npos);
    EXPECT_NE(says("1", {.shares = {.radius = 0}}).find("a share of the budget"), std::string::npos);
    EXPECT_NE(says("1", {.shares = {.sum = ~0U}}).find("a share of the budget"), std::string::npos);
    EXPECT_NE(says("1", {.clip_quantile = Rational(2)}).find("quantile"), std::string::npos);
    EXPECT_NE(says("1", {.centre_within = Rational(-1)}).find("range to look"), std::string::npos);
    EXPECT_NE(says("1", {.model = GaussianModel{1, 0, 1}}).find("standard deviation"), std::string::npos);
  }
}

// What nobody looked at may be anything: the noise says so, and the interval is as wide as the grid.
TEST(Means, WithoutALookTheNoiseIsTheReachOfTheGrid) {
  for (const Method method : {instance_optimal_mean, clipped_mean}) {
    const auto mean = estimate(method, bell(5, 3, 1, 8), 3, "128", "0.001", 1);
    EXPECT_EQ(mean.noise_std[0], 256);
    EXPECT_LT(mean.interval.low[0], -128);
  }
}

TEST(ClippedMean, AFixedQuantileOfTooFewRowsIsWarnedAbout) {
  SeededBits bits(1);
  const Table table = Table::dense({"a"}, bell(200, 1, 0, 1)).value();
  const auto mean =
      clipped_mean(table, Grid::within("100").value(), grant("1e-6"), bits, {.clip_quantile = ratio(1, 2)})
          .value();
  EXPECT_NE(mean.warnings.back().find("needs at least"), std::string::npos);
}

TEST(ClippedMean, ErrsInProportionToTheLargestNorm) {
  const std::vector<double> near = bell(4000, 64, 0, 6), far = bell(4000, 64, 50, 6);
  const double a = distance(estimate(clipped_mean, near, 64, "1e6", "0.5", 1).value, mean_of(near, 64));
  const double b = distance(estimate(clipped_mean, far, 64, "1e6", "0.5", 1).value, mean_of(far, 64));
  EXPECT_LT(a, 0.1);
  EXPECT_GT(b, 20 * a);
  EXPECT_LT(b, 100 * a);
}

TEST(Means, OddTablesAreNoError) {
  for (const Method method : {instance_optimal_mean, clipped_mean})
    for (const std::size_t columns : {1U, 2U, 5U})
      for (const double cell : {0.0, 7.0, -100.0, 1e300, std::nan("")}) {
        const std::vector<double> cells(3000 * columns, cell); // all rows equal, all columns constant
        const auto mean = estimate(method, cells, columns, "100", "1", 7);
        const double there = std::isnan(cell) ? 0 : std::min(cell, 100.0);
        for (const double value : mean.value) EXPECT_NEAR(value, there, 1) << cell;
      }
}

TEST(Means, TooFewRowsGetAWarningThatNamesHowManyItTakes) {
  for (const Method method : {instance_optimal_mean, clipped_mean})
    for (const std::size_t rows : {2U, 3U, 10U}) {
      const auto mean = estimate(method, bell(rows, 20, 1, 8), 20, "100", "0.1", 1);
      bool told = false;
      for (const std::string &warning : mean.warnings)
        told = told || warning.find("needs at least") != std::string::npos;
      EXPECT_TRUE(told);
      EXPECT_EQ(mean.value.size(), 20U);
      EXPECT_EQ(mean.receipt.total(), ratio(1, 10));
    }
  SeededBits bits(1);
  const Table one = Table::dense({"a"}, {1.0}).value();
  for (const Method method : {instance_optimal_mean, clipped_mean})
    EXPECT_EQ(method(one, Grid::within("1").value(), grant("1"), bits, {}, {}).error().kind,
              ErrorKind::bad_input);
}

// The same bits give the same mean, whatever serves the rows.
TEST(Means, AreTheSameFromMemoryStreamAndSparseRowsAndForAnyThreads) {
  Plain plain{6, {}, Grid::of(0, 1 << 20).value()};
  SeededBits dice(9);
  for (std::size_t i = 0; i < 6 * 3000; ++i)
    plain.cells.push_back(dice.word() % 3 == 0 ? static_cast<std::int64_t>(dice.word() % 1000) - 300 : 0);
  for (const Method method : {instance_optimal_mean, clipped_mean}) {
    std::vector<std::vector<double>> values;
    for (const Table &table :
         {dense_table(plain), sparse_table(plain), InChunks::of(dense_table(plain), {1, 999, 1000})})
      for (const RunOptions &run :
           {RunOptions{.threads = 1}, RunOptions{.threads = 3, .memory = 1000, .block_cells = 50}}) {
        SeededBits bits(10);
        values.push_back(method(table, plain.grid, grant("1"), bits, {}, run).value().value);
      }
    for (const auto &value : values) EXPECT_EQ(value, values.front());
  }
}

} // namespace instance_optimal_mean_test
} // namespace poise::internal
