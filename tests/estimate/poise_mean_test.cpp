// The mean of the method poise: receipts, refusals, gaps, flags, limits, intervals; the same bits everywhere.
#include "poise/estimate/mean/poise_mean.h"

#include "grid/in_chunks.h"
#include "poise/estimate/poise/enough_rows.h"
#include "poise/random/seeded_bits.h"
#include "poise/table/clean_cells.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace poise_mean_test {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

double uniform(SeededBits &dice) { return static_cast<double>(dice.word() >> 11) * 0x1p-53; }
double bell(SeededBits &dice) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += uniform(dice);
  return sum;
}

using Draw = std::function<double(SeededBits &)>;

// As many columns as there are draws.
Table table_of(std::size_t rows, const std::vector<Draw> &columns, std::uint64_t seed = 5) {
  SeededBits dice(seed);
  std::vector<double> cells;
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns.size(); ++j) names.push_back("c" + std::to_string(j));
  for (std::size_t i = 0; i < rows; ++i)
    for (const Draw &draw : columns) cells.push_back(draw(dice));
  return Table::dense(names, std::move(cells)).value();
}

// Of the cells that are there.
std::vector<double> true_means(const Table &table) {
  const std::vector<double> cells = opened_rows(table, 0, table.rows());
  const std::size_t columns = table.columns().size();
  std::vector<double> sums(columns), counts(columns);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (std::isnan(cells[i])) continue;
    sums[i % columns] += cells[i];
    ++counts[i % columns];
  }
  for (std::size_t j = 0; j < columns; ++j) sums[j] /= counts[j];
  return sums;
}

Result<Estimate> mean_of(const Table &table, const char *rho, std::uint64_t seed,
                         const MeanOptions &options = {.own_units = true}, const RunOptions &run = {}) {
  SeededBits bits(seed);
  return poise_mean(table, std::nullopt, grant(rho), bits, options, run);
}

const Draw age = [](SeededBits &dice) { return 45 + 12 * bell(dice); };
const Draw income = [](SeededBits &dice) { return std::exp(10 + 0.8 * bell(dice)); };
const Draw flag = [](SeededBits &dice) { return uniform(dice) < 0.16 ? 1 : 0; };
const Draw mostly_zero = [](SeededBits &dice) { return uniform(dice) < 0.9 ? 0 : 100 + 20 * bell(dice); };
const Draw with_gaps = [](SeededBits &dice) { return uniform(dice) < 0.91 ? gap : 1.3e7 + 4e6 * bell(dice); };

Table messy(std::size_t rows, std::uint64_t seed = 5) {
  return table_of(rows, {age, income, flag, mostly_zero, with_gaps}, seed);
}

TEST(PoiseMean, TheReceiptAddsUpExactlyWhateverTheStepsFound) {
  for (const char *rho : {"1/3", "0.5", "2"}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      const auto mean = mean_of(messy(4000), rho, seed);
      ASSERT_TRUE(mean) << mean.error().wrong;
      EXPECT_EQ(mean->receipt.total(), Rho::parse(rho)->exact());
      EXPECT_EQ(mean->method, "poise");
      EXPECT_FALSE(mean->is_private); // a seed
    }
  }
}

TEST(PoiseMean, TheSameBitsForAllThreadsChunksAndMemories) {
  const Table table = messy(3000);
  const auto one = mean_of(table, "0.5", 7, {.own_units = true}, {.threads = 1}).value();
  const auto same = [&](const Table &other, const RunOptions &run) {
    const auto mean = mean_of(other, "0.5", 7, {.own_units = true}, run).value();
    EXPECT_EQ(mean.value, one.value);
    EXPECT_EQ(mean.interval.low, one.interval.low);
    EXPECT_EQ(mean.present->value, one.present->value);
  };
  same(table, {.threads = 3});
  same(table, {.threads = 2, .block_cells = 1000});
  same(InChunks::of(table, {1, 500, 7}), {.threads = 3});
}

// 99% of tables, says the promise; all of these fixed ones.
TEST(PoiseMean, MessyColumnsAreNotFarOffAndIntervalsHoldThem) {
  int covered = 0, all = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Table table = messy(5000, seed);
    const std::vector<double> truth = true_means(table);
    const auto mean = mean_of(table, "0.5", seed).value();
    const double spread[] = {12, 3e4, 0.37, 30, 4e6};
    for (std::size_t j = 0; j < truth.size(); ++j) {
      EXPECT_NEAR(mean.value[j], truth[j], 0.15 * spread[j]) << "column " << j << " of table " << seed;
      covered += mean.interval.low[j] <= truth[j] && truth[j] <= mean.interval.high[j] ? 1 : 0;
      ++all;
    }
    EXPECT_NEAR(mean.present->value[4], 0.09, 5 * mean.present->noise_std[4] + 0.02);
  }
  EXPECT_GE(covered, all * 88 / 100);
}

TEST(PoiseMean, AGapIsNoZeroUnlessItIsToBe) {
  const Table table =
      table_of(4000, {[](SeededBits &dice) { return uniform(dice) < 0.5 ? gap : 10 + bell(dice); }});
  EXPECT_NEAR(mean_of(table, "1", 1)->value[0], 10, 0.2);
  const Table zeros = clean_cells(table, {.limits = {}, .zeros_for_gaps = true});
  const auto mean = mean_of(zeros, "1", 1, {.zeros_for_gaps = true});
  EXPECT_NEAR(mean->value[0], 5, 0.3);
  EXPECT_EQ(mean->present->value[0], 1);
  EXPECT_EQ(mean->present->noise_std[0], 0);
}

// The errors are 0.005 standard deviations or so; with the wrong share, 0.05 in every other run.
TEST(PoiseMean, AColumnWithGapsAmongFullOnesIsNotTakenToBeFull) {
  std::vector<Draw> columns(10, age);
  columns.push_back([](SeededBits &dice) { return uniform(dice) < 0.32 ? gap : age(dice); });
  const Table table = table_of(3000, columns);
  const double truth = true_means(table).back();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto mean = mean_of(table, "0.5", seed);
    EXPECT_NEAR(mean->value.back(), truth, 0.03 * 12) << seed;
    EXPECT_NEAR(mean->present->value.back(), 0.68, 0.05) << seed;
  }
}

TEST(PoiseMean, WithoutGapsByTheOwnersWordNothingIsSpentOnCounting) {
  const auto mean = mean_of(table_of(4000, {age}), "1", 1, {.no_missing = true}).value();
  for (const auto &step : mean.receipt.steps()) EXPECT_NE(step.name, "present cells");
  EXPECT_EQ(mean.present->noise_std[0], 0);
}

TEST(PoiseMean, TooFewRowsAreRefusedBeforeAnyBitIsDrawnAndTheNeededOnesAreNot) {
  const std::size_t needed = poise_rows_needed(2, 0.1, true);
  const std::vector<Draw> columns = {age, income};
  SeededBits bits(1);
  const auto refused =
      poise_mean(table_of(needed - 1, columns), std::nullopt, grant("0.1"), bits, {.own_units = true});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_input);
  EXPECT_NE(refused.error().wrong.find(std::to_string(needed)), std::string::npos) << refused.error().wrong;
  EXPECT_EQ(bits.word(), SeededBits(1).word());
  EXPECT_TRUE(mean_of(table_of(needed, columns), "0.1", 1));
}

TEST(PoiseMean, TriesAnywayWithAWarning) {
  const auto mean = mean_of(table_of(60, {age, income}), "0.1", 1, {.own_units = true, .try_anyway = true});
  ASSERT_TRUE(mean) << mean.error().wrong;
  EXPECT_EQ(mean->receipt.total(), Rational(1, 10));
  EXPECT_TRUE(std::ranges::any_of(mean->warnings, [](const std::string &warning) {
    return warning.find("needs at least") != std::string::npos;
  }));
}

// Noise, by its standard deviation and by what it does: a false alarm is rarer than 1e-6 with fresh seeds.
TEST(PoiseMean, WithLimitsItIsHardlyWorseThanTheTextbookHoweverFewRows) {
  const std::vector<Limits> limits = {{0, 120}, {0, 1}};
  for (const std::size_t rows : {20U, 200U, 3000U}) {
    // Cells at both ends: nothing is gained by looking.
    const Draw wide = [](SeededBits &dice) { return uniform(dice) < 0.5 ? 0 : 120; },
               bit = [](SeededBits &dice) { return uniform(dice) < 0.5 ? 0 : 1; };
    const Table table = table_of(rows, {wide, bit});
    const std::vector<double> truth = true_means(table);
    const double n = static_cast<double>(rows),
                 textbook[] = {120 * std::sqrt(2 / (2 * 0.2)) / n, std::sqrt(2 / (2 * 0.2)) / n};
    double squares = 0;
    constexpr int trials = 300;
    for (int seed = 1; seed <= trials; ++seed) {
      const auto mean = mean_of(table, "0.2", static_cast<std::uint64_t>(seed),
                                {.own_units = true, .no_missing = true, .limits = limits})
                            .value();
      for (std::size_t j = 0; j < 2; ++j) {
        EXPECT_LE(mean.noise_std[j], 1.02 * textbook[j]);
        EXPECT_GE(mean.value[j], limits[j].low);
        EXPECT_LE(mean.value[j], limits[j].high);
        squares += std::pow((mean.value[j] - truth[j]) / textbook[j], 2) / (2 * trials);
      }
    }
    EXPECT_LE(squares, 1.04 * (1 + 5 / std::sqrt(2 * trials))) << rows;
  }
}

TEST(PoiseMean, LooksForMoreThanTheLimitsWhereThatPays) {
  // Many flags, most of them rare: no row has more than a few.
  const std::vector<Draw> flags(60, [](SeededBits &dice) { return uniform(dice) < 0.02 ? 1 : 0; });
  const Table table = table_of(5000, flags);
  const std::vector<double> truth = true_means(table);
  const auto mean = mean_of(table, "0.2", 1, {.limits = std::vector<Limits>(60, {0, 1})}).value();
  const double textbook = std::sqrt(60 / (2 * 0.2)) / 5000;
  double squares = 0;
  for (std::size_t j = 0; j < 60; ++j) squares += std::pow(mean.value[j] - truth[j], 2) / 60;
  EXPECT_LT(std::sqrt(squares), textbook);
}

// Whatever few rows have within the limits is in the answer: 4 of 20,000.
TEST(PoiseMean, WithinLimitsNothingIsSilentlyGone) {
  std::vector<double> cells(20000);
  for (int i = 0; i < 4; ++i) cells[static_cast<std::size_t>(5000 * i)] = 1;
  const Table table = Table::dense({"flag"}, cells).value();
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto mean = mean_of(table, "0.5", seed, {.limits = {{0, 1}}}).value();
    EXPECT_NEAR(mean.value[0], 4.0 / 20000, 6.0 / 20000);
    held += mean.interval.low[0] <= 4.0 / 20000 && 4.0 / 20000 <= mean.interval.high[0] ? 1 : 0;
  }
  EXPECT_GE(held, 32);
}

// Whatever the numbers are, there is an answer: whether there is one is public.
TEST(PoiseMean, NumbersAtTheEndsOfDoublesAndTinyTablesAreAnsweredToo) {
  const double huge = 1.7e308, infinite = std::numeric_limits<double>::infinity();
  const std::vector<Draw> wild = {
      [](SeededBits &dice) { return 1e200 * bell(dice); },
      [](SeededBits &dice) { return 1e-200 * bell(dice); },
      [=](SeededBits &dice) { return uniform(dice) < 0.5 ? huge : -huge; },
      [=](SeededBits &dice) { return uniform(dice) < 0.5 ? infinite : -infinite; },
      [](SeededBits &dice) { return uniform(dice) < 0.001 ? 1.0 : gap; },
      [](SeededBits &) { return 5e-324; }};
  for (const Draw &one : wild)
    for (const bool own_units : {false, true})
      for (const bool with_age : {false, true}) {
        std::vector<Draw> columns = {one};
        if (with_age) columns.insert(columns.end(), {age, age});
        const auto mean = mean_of(table_of(2000, columns), "0.5", 1, {.own_units = own_units});
        ASSERT_TRUE(mean) << mean.error().wrong;
        if (with_age && own_units) {
          EXPECT_NEAR(mean->value[1], 45, 2);
        }
      }
  for (const std::size_t rows : {2U, 3U, 4U, 6U})
    for (const char *rho : {"0.5", "100000"})
      for (std::uint64_t seed = 1; seed <= 6; ++seed)
        for (const bool own_units : {false, true}) {
          const Table table = table_of(rows, {wild[4], with_gaps, age}, seed);
          EXPECT_TRUE(mean_of(table, rho, seed, {.own_units = own_units, .try_anyway = true}));
        }
}

TEST(PoiseMean, AHealthyFlagIsAnsweredWithHardlyEverAWarning) {
  const Table table = table_of(10000, {[](SeededBits &dice) { return uniform(dice) < 0.3 ? 1 : 0; }});
  int warned = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto mean = mean_of(table, "0.5", seed, {}).value();
    EXPECT_NEAR(mean.value[0], 0.3, 0.02);
    warned += mean.warnings.size() > 1 ? 1 : 0; // one says that it is a simulation
  }
  EXPECT_LE(warned, 2);
}

TEST(PoiseMean, ARareFlagIsInTheAnswer) {
  const Table table = table_of(10000, {[](SeededBits &dice) { return uniform(dice) < 0.01 ? 1 : 0; }});
  const double truth = true_means(table)[0];
  int covered = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto mean = mean_of(table, "0.5", seed, {}).value();
    EXPECT_NEAR(mean.value[0], truth, 0.006);
    covered += mean.interval.low[0] <= truth && truth <= mean.interval.high[0] ? 1 : 0;
  }
  EXPECT_GE(covered, 34);
}

} // namespace poise_mean_test
} // namespace poise::internal
