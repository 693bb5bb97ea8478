// The variance of the method poise: receipts, refusals, gaps, flags, limits, intervals; the same bits.
#include "poise/estimate/poise/poise_variance.h"

#include "estimate/universal_data.h"
#include "grid/in_chunks.h"
#include "poise/table/clean_cells.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace poise_variance_test {

using Draw = std::function<double(SeededBits &)>;
const Draw age = [](SeededBits &dice) { return 45 + 12 * normal(dice); };
const Draw income = [](SeededBits &dice) { return std::exp(10 + 0.5 * normal(dice)); };
const Draw flag = [](SeededBits &dice) { return uniform(dice) < 0.16 ? 1 : 0; };
const Draw count = [](SeededBits &dice) { return std::floor(4 * uniform(dice) * uniform(dice)); };
const Draw with_gaps = [](SeededBits &dice) {
  return uniform(dice) < 0.7 ? missing_cell : 1e6 + 400 * normal(dice);
};

Table table_of(std::size_t rows, const std::vector<Draw> &columns, std::uint64_t seed = 5) {
  SeededBits dice(seed);
  std::vector<double> cells;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns.size(); ++j) names.push_back("c" + std::to_string(j));
  for (std::size_t i = 0; i < rows; ++i)
    for (const Draw &draw : columns) cells.push_back(draw(dice));
  return Table::dense(names, std::move(cells)).value();
}
Table messy(std::size_t rows, std::uint64_t seed = 5) {
  return table_of(rows, {age, income, flag, count, with_gaps}, seed);
}

// Of the cells that are there.
std::vector<double> true_variances(const Table &table) {
  const std::vector<double> cells = opened_rows(table, 0, table.rows());
  const std::size_t columns = table.columns().size();
  std::vector<double> variances;
  for (std::size_t j = 0; j < columns; ++j) {
    Numbers there;
    for (std::size_t i = j; i < cells.size(); i += columns)
      if (!std::isnan(cells[i])) there.push_back(cells[i]);
    const double mean = mean_of(there);
    for (double &cell : there) cell = (cell - mean) * (cell - mean);
    variances.push_back(mean_of(there));
  }
  return variances;
}

Result<Estimate> variance_of(const Table &table, const char *budget, std::uint64_t seed,
                             const MeanOptions &options = {.own_units = true}, const RunOptions &run = {}) {
  SeededBits bits(seed);
  return poise_variance(table, rho(budget), bits, options, run);
}

TEST(PoiseVariance, TheReceiptAddsUpExactlyWhateverTheStepsFound) {
  for (const char *budget : {"1/3", "2"})
    for (const std::uint64_t seed : {1, 2, 3}) {
      const auto found = variance_of(messy(6000), budget, seed);
      ASSERT_TRUE(found) << found.error().wrong;
      EXPECT_EQ(found->receipt.total(), Rho::parse(budget)->exact());
      EXPECT_EQ(found->method, "poise");
      EXPECT_FALSE(found->is_private); // a seed
    }
}

TEST(PoiseVariance, TheSameBitsForAllThreadsChunksAndMemories) {
  const Table table = messy(6000);
  const auto one = variance_of(table, "0.5", 7, {.own_units = true}, {.threads = 1}).value();
  const auto same = [&](const Table &other, const RunOptions &run) {
    const auto found = variance_of(other, "0.5", 7, {.own_units = true}, run).value();
    EXPECT_EQ(found.value, one.value);
    EXPECT_EQ(found.interval.low, one.interval.low);
    EXPECT_EQ(found.present->value, one.present->value);
  };
  same(table, {.threads = 3});
  same(table, {.threads = 2, .block_cells = 1000});
  same(InChunks::of(table, {1, 500, 7}), {.threads = 3});
}

// Seeds are fixed, so there is no false alarm.
TEST(PoiseVariance, IsNotFarOffOnMessyColumnsAndIntervalsHoldIt) {
  int covered = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Table table = messy(20'000, seed);
    const std::vector<double> truth = true_variances(table);
    const auto found = variance_of(table, "0.5", seed).value();
    for (std::size_t j = 0; j < truth.size(); ++j) {
      EXPECT_NEAR(found.value[j] / truth[j], 1, 0.2) << "column " << j << " of table " << seed;
      covered += found.interval.low[j] <= truth[j] && truth[j] <= found.interval.high[j];
      ++all;
      EXPECT_LE(found.population_interval->low[j], found.interval.low[j]);
      EXPECT_GE(found.population_interval->high[j], found.interval.high[j]);
    }
    EXPECT_NEAR(found.present->value[4], 0.3, 0.03);
  }
  EXPECT_GE(covered, all * 90 / 100);
}

// The error falls as one over the rows, and not as chance does: there is no pairing.
TEST(PoiseVariance, ItsErrorIsThatOfTheNoise) {
  for (const std::size_t rows : {4000U, 64'000U}) {
    Numbers errors;
    for (std::uint64_t seed = 1; seed <= 101; ++seed) {
      const Table table = table_of(rows, {age}, seed);
      errors.push_back(std::fabs(variance_of(table, "0.5", seed)->value[0] / true_variances(table)[0] - 1));
    }
    std::ranges::sort(errors);
    // The textbook with limits of five standard deviations: 25 sigma^2 / n at rho = 0.5, two thirds of it in
    // the median. Without limits it is at most twice that.
    EXPECT_LE(errors[50], 2 * 0.67 * 25 / static_cast<double>(rows)) << rows;
  }
}

TEST(PoiseVariance, AGapIsNoZeroUnlessItIsToBe) {
  const Table table = table_of(
      8000, {[](SeededBits &dice) { return uniform(dice) < 0.5 ? missing_cell : 10 + normal(dice); }});
  EXPECT_NEAR(variance_of(table, "1", 1)->value[0], 1, 0.1);
  const Table zeros = clean_cells(table, {.limits = {}, .zeros_for_gaps = true});
  const auto found = variance_of(zeros, "1", 1, {.zeros_for_gaps = true});
  EXPECT_NEAR(found->value[0], 25.5, 1);
  EXPECT_EQ(found->present->noise_std[0], 0);
}

TEST(PoiseVariance, TooFewRowsAreRefusedBeforeAnyBitIsDrawn) {
  SeededBits bits(1);
  const auto refused = poise_variance(table_of(60, {age, income}), rho("0.1"), bits, {.own_units = true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
  EXPECT_EQ(bits.word(), SeededBits(1).word());
  const auto anyway =
      variance_of(table_of(60, {age, income}), "0.1", 1, {.own_units = true, .try_anyway = true});
  ASSERT_TRUE(anyway);
  EXPECT_NE(anyway->warnings.back().find("needs at least"), std::string::npos);
}

// The textbook for a mean of squares in 0 … 50^2, with what the mean took: at most a fifth over the noise.
TEST(PoiseVariance, WithLimitsThereIsAlwaysAnAnswerWithLittleMoreThanTheTextbooksNoise) {
  for (const std::size_t rows : {20U, 300U, 5000U}) {
    const Table table =
        table_of(rows, {[](SeededBits &dice) { return 100 * std::floor(2 * uniform(dice)); }});
    const MeanOptions options{.own_units = true, .no_missing = true, .limits = {{0, 100}}};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto found = variance_of(table, "0.2", seed, options).value();
      // Squares around a centre c reach as far as max(c, 100 - c)^2; here c is near the middle or, with
      // little budget and few rows, anywhere.
      EXPECT_LE(found.noise_std[0], 1.3 * 10'000 / (std::sqrt(0.4) * static_cast<double>(rows)));
      EXPECT_GE(found.value[0], 0);
    }
  }
}

// From 1e-200 to 1e100 and beyond: numbers are looked at in a unit of their own spread.
TEST(PoiseVariance, FollowsTheUnitOfTheNumbers) {
  for (const double unit : {0x1p-400, 0x1p-100, 1.0, 0x1p80, 0x1p290}) {
    const Table table = table_of(8000, {[&](SeededBits &dice) { return unit * (7 + normal(dice)); }});
    const auto found = variance_of(table, "0.5", 3);
    ASSERT_TRUE(found);
    if (unit < 0x1p-300) { // told as what nobody can tell
      EXPECT_TRUE(std::isnan(found->value[0]));
      continue;
    }
    EXPECT_NEAR(found->value[0] / unit / unit, 1, 0.1) << unit;
    EXPECT_LE(found->interval.low[0] / unit / unit, 1.05);
    EXPECT_GE(found->interval.high[0] / unit / unit, 0.95);
  }
}

TEST(PoiseVariance, OfOddColumnsIsANumberOrNotOneButNeverBelowZero) {
  for (const auto &[name, cells] : odd_columns()) {
    const auto found = variance_of(one_column(cells), "1", 2, {.try_anyway = true});
    ASSERT_TRUE(found) << name << found.error().wrong;
    EXPECT_FALSE(found->value[0] < 0) << name;
    EXPECT_FALSE(std::isinf(found->value[0]) || std::isinf(found->interval.high[0])) << name;
    EXPECT_EQ(found->receipt.total(), 1) << name;
    if (name == "all equal") {
      EXPECT_LE(found->interval.low[0], 1e-6) << name;
    }
  }
}

} // namespace poise_variance_test
} // namespace poise::internal
