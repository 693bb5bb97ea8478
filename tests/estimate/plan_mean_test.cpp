// PLAN: receipts, less noise where columns vary less, the right norm for the error, and calm in odd cases.
#include "poise/estimate/mean/plan_mean.h"

#include "aggregate/any_rows.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace plan_mean_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

using Method = RunMean *;

std::vector<double> bells(std::size_t rows, const std::vector<double> &stds, double centre,
                          std::uint64_t seed) {
  SeededBits dice(seed);
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i)
    for (const double std : stds) {
      double sum = -6;
      for (int k = 0; k < 12; ++k) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
      cells.push_back(centre + std * sum);
    }
  return cells;
}

// d / 1, d / 2, …: a few columns vary much, most little.
std::vector<double> skewed(std::size_t columns) {
  std::vector<double> stds;
  for (std::size_t j = 1; j <= columns; ++j)
    stds.push_back(static_cast<double>(columns) / static_cast<double>(j));
  return stds;
}

std::vector<double> mean_of(const std::vector<double> &cells, std::size_t columns) {
  std::vector<double> mean(columns);
  for (std::size_t i = 0; i < cells.size(); ++i)
    mean[i % columns] += cells[i] * static_cast<double>(columns) / static_cast<double>(cells.size());
  return mean;
}

double distance(const std::vector<double> &a, const std::vector<double> &b, double p = 2) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::pow(std::abs(a[i] - b[i]), p);
  return std::pow(sum, 1 / p);
}

Estimate estimate(Method method, const std::vector<double> &cells, std::size_t columns, const char *bound,
                  const char *rho, std::uint64_t seed, const MeanOptions &options = {}) {
  SeededBits bits(seed);
  const Table table = Table::dense(numbered_names(columns), cells).value();
  return method(table, Grid::within(bound).value(), grant(rho), bits, options, {}).value();
}

TEST(Plan, RareCellsThatItCutsOffAreNotLostInSilence) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < 20000; ++i) {
    cells.push_back(i % 10 == 0 ? 1 : 0); // rare ones, which are not declared
    cells.push_back(static_cast<double>(i % 101));
  }
  const auto said = [](const Estimate &mean) {
    return std::ranges::any_of(mean.warnings, [](const std::string &warning) {
      return warning.find("most cells seem equal in 1 of 2 columns") != std::string::npos;
    });
  };
  EXPECT_TRUE(said(estimate(plan_mean, cells, 2, "1000", "1", 1)));
  EXPECT_FALSE(said(estimate(plan_mean, bells(20000, {1, 5}, 3, 1), 2, "1000", "1", 1)));
}

TEST(Plan, TheReceiptAddsUpStepByStep) {
  const std::vector<double> cells = bells(1000, {1, 2, 3}, 0, 1);
  const auto mean = estimate(plan_mean, cells, 3, "100", "1/7", 1);
  EXPECT_EQ(mean.receipt.total(), ratio(1, 7));
  ASSERT_EQ(mean.receipt.steps().size(), 4U);
  const std::array sixteenths = {1, 3, 3, 9};
  const std::array names = {"centre", "variance", "radius", "sum"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(mean.receipt.steps()[i].amount, ratio(sixteenths[i], 112));
    EXPECT_EQ(mean.receipt.steps()[i].name, names[i]);
  }
  const auto given =
      estimate(plan_mean, cells, 3, "100", "1/7", 1, {.variances = std::vector<double>{1, 4, 9}});
  EXPECT_EQ(given.receipt.total(), ratio(1, 7));
  ASSERT_EQ(given.receipt.steps().size(), 3U);
  EXPECT_EQ(given.receipt.steps()[0].amount, ratio(4, 112));
  const auto plain = estimate(plan_noscale_mean, cells, 3, "100", "1/7", 1);
  EXPECT_EQ(plain.receipt.total(), ratio(1, 7));
  EXPECT_FALSE(mean.is_private);
}

// On skewed columns the error to the data's own mean is less than half of instance-optimal's, whether
// variances are estimated or given; without scaling it is not.
TEST(Plan, FollowsTheVarianceOfEveryColumn) {
  const std::size_t columns = 128;
  const std::vector<double> stds = skewed(columns), cells = bells(10'000, stds, 10, 2);
  const std::vector<double> truth = mean_of(cells, columns);
  std::vector<double> variances;
  for (const double std : stds) variances.push_back(std * std);
  double plan = 0, given = 0, noscale = 0, other = 0;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    plan += distance(estimate(plan_mean, cells, columns, "100000", "1", seed).value, truth);
    given += distance(
        estimate(plan_mean, cells, columns, "100000", "1", seed, {.variances = variances}).value, truth);
    noscale += distance(estimate(plan_noscale_mean, cells, columns, "100000", "1", seed).value, truth);
    other += distance(estimate(instance_optimal_mean, cells, columns, "100000", "1", seed).value, truth);
  }
  EXPECT_LT(plan, other / 2);
  EXPECT_LT(given, other / 2);
  EXPECT_GT(noscale, other / 2);
  EXPECT_LT(noscale, other * 1.5);
}

// The noise it reports is the noise it has: small where columns vary little.
TEST(Plan, ReportsTheNoiseItAddsColumnByColumn) {
  const std::size_t columns = 64;
  const std::vector<double> cells = bells(10'000, skewed(columns), 0, 3);
  const auto mean = estimate(plan_mean, cells, columns, "10000", "1", 4);
  const std::vector<double> truth = mean_of(cells, columns);
  double squares = 0;
  for (std::size_t j = 0; j < columns; ++j)
    squares += std::pow((mean.value[j] - truth[j]) / mean.noise_std[j], 2) / static_cast<double>(columns);
  EXPECT_NEAR(std::sqrt(squares), 1, 0.3);
  EXPECT_LT(mean.noise_std[columns - 1], mean.noise_std[0] / 2);
}

// Scaled for the sum of errors, the sum of errors is smaller; scaled for their root of squares, that is. By
// the reported noise, which is what differs.
TEST(Plan, IsBestInTheNormItIsAskedFor) {
  const std::size_t columns = 512;
  std::vector<double> stds(columns, 1);
  std::fill_n(stds.begin(), 32, 100);
  const std::vector<double> cells = bells(4000, stds, 0, 5);
  std::vector<double> variances;
  for (const double std : stds) variances.push_back(std * std);
  const auto noise = [&](int norm, double measured_in) {
    const auto mean = estimate(plan_mean, cells, columns, "100000", "1", 1,
                               {.norm = Rational(norm), .variances = variances});
    return distance(mean.noise_std, std::vector<double>(columns), measured_in);
  };
  EXPECT_LT(noise(1, 1), noise(2, 1));
  EXPECT_LT(noise(2, 2), noise(1, 2));
}

// With too few rows for honest medians it is instance-optimal, to the bit, and says how many rows it takes.
// That number depends on n, d, rho and choices alone: other data, same words.
TEST(Plan, WithTooFewRowsItFallsBackAndSaysHowManyItTakes) {
  const std::size_t columns = 64;
  std::vector<std::string> words;
  for (const double centre : {0.0, 500.0}) {
    const std::vector<double> cells = bells(300, std::vector<double>(columns, 1), centre, 21);
    const auto plan = estimate(plan_mean, cells, columns, "1000", "0.1", 1);
    const auto other = estimate(instance_optimal_mean, cells, columns, "1000", "0.1", 1);
    EXPECT_EQ(plan.method, "plan");
    EXPECT_EQ(plan.value, other.value);
    EXPECT_EQ(plan.noise_std, other.noise_std);
    EXPECT_EQ(plan.receipt.total(), ratio(1, 10));
    words.push_back(plan.warnings.front());
  }
  EXPECT_EQ(words[0], words[1]);
  EXPECT_EQ(words[0].find("plan needs at least "), 0U);
  EXPECT_NE(words[0].find("and there are 300: this is the mean of instance-optimal instead"),
            std::string::npos);

  const auto rows = static_cast<std::size_t>(std::stoul(words[0].substr(20)));
  const std::vector<double> enough = bells(rows, std::vector<double>(columns, 1), 0, 22);
  const auto plan = estimate(plan_mean, enough, columns, "1000", "0.1", 1);
  EXPECT_EQ(plan.receipt.steps().size(), 4U);
  for (const std::string &word : plan.warnings) EXPECT_EQ(word.find("plan needs"), std::string::npos);
  // With given variances there is one thing less to find out, and the whole quarter for the medians.
  const auto given =
      estimate(plan_mean, enough, columns, "1000", "0.05", 1, {.variances = std::vector<double>(columns, 1)});
  EXPECT_EQ(given.receipt.steps().size(), 3U);
  for (const std::string &word : given.warnings) EXPECT_EQ(word.find("plan needs"), std::string::npos);
}

// Groups of 2 k rows are one value of a spread: the number of rows it takes grows with k.
TEST(Plan, LargerGroupsTakeMoreRows) {
  const std::vector<double> cells = bells(100, std::vector<double>(16, 1), 0, 25);
  const auto needed = [&](std::size_t pairs) {
    const auto plan = estimate(plan_mean, cells, 16, "1000", "0.1", 1, {.pairs_in_a_group = pairs});
    return std::stod(plan.warnings.front().substr(20));
  };
  EXPECT_NEAR(needed(8) / needed(4), 2, 0.01);
  EXPECT_GT(needed(4), 1.5 * needed(1));
}

// What is known about variances may be wrong by any factor, or the same in another unit: it costs accuracy at
// most, never the answer.
TEST(Plan, VariancesThatAreFarTooLargeDoNoHarm) {
  std::vector<double> cells = bells(20'000, {1, 1}, 3, 26);
  for (double &cell : cells) cell = std::exp(cell) / 20; // skewed: a mean that is not the median
  const std::vector<double> truth = mean_of(cells, 2);
  for (const double variance : {1e-300, 1e-12, 1.0, 1e6, 1e12, 1e200}) {
    for (const int norm : {1, 2, 1000}) {
      const auto mean = estimate(plan_mean, cells, 2, "100", "1", 1,
                                 {.norm = Rational(norm), .variances = std::vector<double>(2, variance)});
      EXPECT_LT(distance(mean.value, truth), 0.05) << variance << " " << norm;
      EXPECT_LT(mean.noise_std[0], 0.01) << variance << " " << norm;
    }
  }
  SeededBits bits(1);
  const Table table = Table::dense(numbered_names(2), std::vector<double>(cells)).value();
  const auto tiny = plan_mean(table, Grid::within("1e-100").value(), grant("1"), bits,
                              {.norm = 1000, .variances = std::vector<double>(2, 1e200)});
  EXPECT_TRUE(tiny && std::isfinite(tiny->value[0]));
}

// Who knows how much columns vary at least needs fewer rows; a model of normal rows says so, too.
TEST(Plan, KnownSpreadsTakeFewerRows) {
  const std::vector<double> cells = bells(100, std::vector<double>(16, 1), 0, 27);
  const auto needed = [&](const MeanOptions &options) {
    return std::stod(estimate(plan_mean, cells, 16, "1000", "0.1", 1, options).warnings.front().substr(20));
  };
  const double unknown = needed({});
  EXPECT_LT(needed({.least_spread = ratio(1, 1000)}), 0.8 * unknown);
  EXPECT_GT(needed({.least_spread = ratio(1, power_of_two(40))}), 1.3 * unknown);
  EXPECT_NEAR(needed({.model = GaussianModel{500, 1, 1}}), needed({.least_spread = ratio(1, 1000)}), 3);
}

// Sparse rows would not stay so when rotated: they fall back to what does not.
TEST(Plan, WithTooFewSparseRowsItClipsAroundZero) {
  const Plain plain{8, std::vector<std::int64_t>(8 * 50, 3), Grid::of(0, 100).value()};
  SeededBits bits(3);
  const auto mean = plan_mean(sparse_table(plain), plain.grid, grant("0.1"), bits).value();
  EXPECT_NE(mean.warnings.front().find("this is the mean of clipped instead"), std::string::npos);
}

// Small variances need no care (section 4.6): data and bound scaled by 2^-40 give the same bits, scaled.
TEST(Plan, HasNoUnit) {
  std::vector<double> cells = bells(2000, {1, 0.001, 30}, 5, 23);
  const auto mean = [&](const Grid &grid) {
    SeededBits bits(4);
    return plan_mean(Table::dense(numbered_names(3), std::vector<double>(cells)).value(), grid, grant("1"),
                     bits)
        .value();
  };
  const auto before = mean(Grid::of(-20, 1 << 28).value());
  for (double &cell : cells) cell *= 0x1p-40;
  const auto after = mean(Grid::of(-60, 1 << 28).value());
  ASSERT_EQ(before.receipt.steps().size(), 4U);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_EQ(after.value[j], before.value[j] * 0x1p-40);
    EXPECT_EQ(after.noise_std[j], before.noise_std[j] * 0x1p-40);
  }
}

// Columns of very different spread, one of them none at all, each found to within its own noise.
TEST(Plan, TinyVariancesAmongLargeOnesAreNoTrouble) {
  const std::vector<double> stds = {100, 1, 1e-4, 0};
  const std::vector<double> cells = bells(20'000, stds, 10, 24);
  const auto mean = estimate(plan_mean, cells, 4, "1000", "4", 5);
  const std::vector<double> truth = mean_of(cells, 4);
  for (std::size_t j = 0; j < 4; ++j)
    EXPECT_LT(std::abs(mean.value[j] - truth[j]), 6 * mean.noise_std[j]) << j;
  EXPECT_LT(mean.noise_std[3], mean.noise_std[0]);
}

TEST(Plan, OddTablesAreNoError) {
  for (const Method method : {plan_mean, plan_noscale_mean})
    for (const std::size_t columns : {1U, 2U, 5U})
      for (const double cell : {0.0, 7.0, -100.0, 1e300, std::nan("")})
        for (const std::size_t rows : {2U, 3U, 3000U}) {
          const auto mean =
              estimate(method, std::vector<double>(rows * columns, cell), columns, "100", "1", 7);
          const double there = std::isnan(cell) ? 0 : std::min(cell, 100.0);
          for (const double value : mean.value) {
            EXPECT_TRUE(std::isfinite(value));
            if (rows == 3000) {
              EXPECT_NEAR(value, there, 1) << cell;
            }
          }
          if (rows < 3000) {
            EXPECT_FALSE(mean.warnings.size() < 2);
          } // simulation, and too few rows
        }
}

TEST(Plan, IsTheSameForAnyThreadsAndFromSparseRows) {
  Plain plain{6, {}, Grid::of(0, 1 << 20).value()};
  SeededBits dice(9);
  for (std::size_t i = 0; i < 6 * 3000; ++i)
    plain.cells.push_back(dice.word() % 3 == 0 ? static_cast<std::int64_t>(dice.word() % 1000) - 300 : 0);
  for (const Method method : {plan_mean, plan_noscale_mean}) {
    std::vector<std::vector<double>> values;
    for (const Table &table : {dense_table(plain), sparse_table(plain)})
      for (const RunOptions &run : {RunOptions{.threads = 1}, RunOptions{.threads = 3, .block_cells = 50}}) {
        SeededBits bits(10);
        values.push_back(method(table, plain.grid, grant("1"), bits, {}, run).value().value);
      }
    for (const auto &value : values) EXPECT_EQ(value, values.front());
  }
}

TEST(Plan, ChoicesThatMakeNoSenseAreToldBeforeAnythingIsSpent) {
  const Table table = Table::dense(numbered_names(2), bells(100, {1, 1}, 0, 1)).value();
  const auto says = [&](const MeanOptions &options) {
    SeededBits bits(1);
    return plan_mean(table, Grid::within("10").value(), grant("1"), bits, options).error().wrong;
  };
  EXPECT_NE(says({.norm = ratio(1, 2)}).find("the norm"), std::string::npos);
  EXPECT_NE(says({.variances = std::vector<double>{1}}).find("1 variances for 2 columns"), std::string::npos);
  EXPECT_NE(says({.variances = std::vector<double>{1, -1}}).find("a variance must be"), std::string::npos);
  EXPECT_NE(says({.variances = std::vector<double>{1, std::nan("")}}).find("a variance must be"),
            std::string::npos);
  for (const Rational &spread : {Rational(0), ratio(11, 10)})
    EXPECT_NE(says({.least_spread = spread}).find("the least spread"), std::string::npos);
  EXPECT_NE(says({.pairs_in_a_group = 0}).find("1 to 256"), std::string::npos);
  EXPECT_NE(says({.plan_shares = PlanShares{.variances = 0}}).find("a share of the budget"),
            std::string::npos);
}

} // namespace plan_mean_test
} // namespace poise::internal
