// Rough centres and spreads: near enough in nearly all runs, whatever the columns; rates that share a budget.
#include "poise/estimate/poise/locate.h"

#include "estimate/poise_tables.h"
#include "poise/estimate/poise/column_rates.h"
#include "poise/estimate/poise/enough_rows.h"
#include "poise/estimate/poise/ladders.h"

#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace poise_locate_test {

struct Column {
  Draw draw;
  double mean, std;
};

const std::vector<Column> all_sorts = {
    {[](Bits &dice) { return 45 + 12 * bell(dice); }, 45, 12},
    {[](Bits &dice) { return -93.6 + 0.025 * bell(dice); }, -93.6, 0.025},
    {[](Bits &dice) { return std::exp(10 + 0.5 * bell(dice)); }, 24900, 13300},
    {[](Bits &dice) { return uniform(dice) < 0.3 ? 1 : 0; }, 0.3, 0.46},
    {[](Bits &dice) { return 1e9 * (1 + 1e-3 * bell(dice)); }, 1e9, 1e6},
};

// 60 tables of 5 columns. Each search fails in one table of several hundred, says the plan; ten failures
// among 300 columns would have a chance below 1e-6 even at one in two hundred.
TEST(Locate, FindsColumnsWithUnitsOfTheirOwnWithTheRowsThatAreAskedFor) {
  std::vector<Draw> draws;
  for (const Column &column : all_sorts) draws.push_back(column.draw);
  const std::size_t rows = poise_rows_needed(draws.size(), 0.2, true);
  int lost = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SeededBits bits(seed);
    PoiseRun poise = run_on(people_drawn(rows, draws, 100 + seed), "0.2", bits);
    const KnownColumns known = full_columns(draws.size(), true);
    const Location found = locate(poise, known).value();
    EXPECT_TRUE(found.by_column);
    EXPECT_GE(poise.budget().left(), 0.6 * 0.2);
    for (std::size_t j = 0; j < draws.size(); ++j) {
      const double off = std::abs(found.centre[j] - all_sorts[j].mean) / all_sorts[j].std,
                   size = found.spread[j] / all_sorts[j].std;
      lost += off > 3 || size < 1.0 / 16 || size > 16 ? 1 : 0;
    }
  }
  EXPECT_LE(lost, 9);
}

TEST(Locate, TakesColumnsThatAreAlikeTogether) {
  const std::vector<Draw> draws(20, [](Bits &dice) { return 1000 + bell(dice); });
  SeededBits bits(3);
  PoiseRun poise = run_on(people_drawn(4000, draws, 5), "0.5", bits);
  const KnownColumns known = full_columns(draws.size(), false);
  const Location found = locate(poise, known).value();
  EXPECT_FALSE(found.by_column);
  EXPECT_GE(poise.budget().left(), 0.93 * 0.5); // medians of all columns are not paid for
  for (std::size_t j = 0; j < draws.size(); ++j) {
    EXPECT_NEAR(found.centre[j], 1000, 1);
    EXPECT_GT(found.spread[j], 0.25);
    EXPECT_LT(found.spread[j], 4);
  }
}

TEST(Locate, AColumnInWhichFewRowsDifferIsLookedAtNoFurtherThanAFlagReaches) {
  const std::vector<Draw> draws = {[](Bits &dice) { return 5 + bell(dice); },
                                   [](Bits &dice) { return uniform(dice) < 0.002 ? 1e6 : 0; }};
  SeededBits bits(3);
  PoiseRun poise = run_on(people_drawn(3000, draws, 5), "0.2", bits);
  const KnownColumns known = full_columns(2, true);
  const Location found = locate(poise, known).value();
  ASSERT_EQ(found.still, std::vector<std::size_t>{1});
  EXPECT_TRUE(std::isinf(found.reach[0]));
  EXPECT_LE(found.reach[1], 2);
}

TEST(ColumnRates, CheapColumnsGetWhatTheyNeedAndTheOthersShareTheRest) {
  ColumnRates rates{.spread = {0.01, 0.01, 10, 10}, .centre = {0.01, 0.01, 10, 10}};
  rates.share_out(0.01);
  EXPECT_NEAR(rates.cost(), 0.01, 1e-12);
  EXPECT_EQ(rates.spread[0], 0.01);
  EXPECT_EQ(rates.centre[1], 0.01);
  EXPECT_NEAR(rates.spread[2], rates.spread[3], 1e-12);
  const ColumnRates before = rates;
  rates.share_out(1);
  EXPECT_EQ(rates.spread, before.spread);
}

TEST(ColumnRates, TheRowsThatAreNeededCostAQuarterOfTheBudget) {
  for (const std::size_t columns : {1U, 5U, 40U})
    for (const double rho : {0.02, 0.5}) {
      const std::vector<double> present(columns, 1.0);
      const double rows = column_rows_needed(columns, rho);
      const WindowSpan widest = widest_span;
      const ColumnRates rates =
          column_rates({rows, present, nats_for(widest, static_cast<double>(columns)), rho});
      EXPECT_NEAR(rates.cost(), 0.25 * rho, 0.01 * rho);
    }
}

} // namespace poise_locate_test
} // namespace poise::internal
