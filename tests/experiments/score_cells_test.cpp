// Scores: the same for any number of threads, measured as they say, refusals counted.
#include "experiments/flagship/score_cells.h"

#include "experiments/flagship/blow_ups.h"
#include "experiments/flagship/laws.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace score_cells_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Cell small_cell(std::string name, std::size_t columns, bool own_units = false) {
  return {std::move(name), 2000, columns, {{500}, {1000}}, independent(normal_draw), own_units};
}

std::vector<CellScores> scores_of(const std::vector<Cell> &cells, unsigned threads, std::uint64_t seed = 1) {
  const TrialPlan plan{.trials = 0, .seed = seed, .threads = threads};
  return score_cells(cells, entrants().first(3),
                     {.runs = 6, .runs_of_few_columns = 9, .runs_of_one_column = 12}, plan)
      .value();
}

TEST(ScoreCells, AreTheSameForAnyThreadsAndWhicheverOthersThereAre) {
  const auto both = scores_of({small_cell("a", 6), small_cell("b", 6)}, 2);
  const auto alone = scores_of({small_cell("b", 6)}, 1);
  ASSERT_EQ(both.size(), 4U);
  ASSERT_EQ(alone.size(), 2U);
  for (std::size_t b = 0; b < 2; ++b) {
    EXPECT_EQ(both[2 + b].floor, alone[b].floor);
    for (std::size_t m = 0; m < 3; ++m) EXPECT_EQ(both[2 + b].methods[m].errors, alone[b].methods[m].errors);
  }
  EXPECT_NE(both[0].methods[0].errors, both[2].methods[0].errors);
  EXPECT_NE(scores_of({small_cell("b", 6)}, 1, 2)[0].methods[0].errors, alone[0].methods[0].errors);
}

TEST(ScoreCells, FewColumnsHaveMoreRuns) {
  const auto scores = scores_of({small_cell("few", 5), small_cell("more", 6), small_cell("one", 1)}, 2);
  EXPECT_EQ(scores[0].methods[0].errors.size(), 9U);
  EXPECT_EQ(scores[2].methods[0].errors.size(), 6U);
  EXPECT_EQ(scores[4].methods[0].errors.size(), 12U);
  EXPECT_EQ(scores[0].tables, 9U); // as many as there are runs, up to 20
  EXPECT_EQ(scores[2].tables, 4U);
}

TEST(ScoreCells, MoreBudgetIsLessErrorAndIntervalsCoverMost) {
  const auto scores = scores_of({small_cell("a", 8)}, 2);
  for (const CellScores &one : scores)
    for (const MethodScore &score : one.methods) {
      EXPECT_EQ(summarise(score).refusals, 0U);
      EXPECT_GT(summarise(score).median, 0);
      EXPECT_LT(summarise(score).median, 1);
    }
  EXPECT_GT(coverage(scores[0].methods[0]), 0.6);
  EXPECT_LT(scores[1].floor, scores[0].floor);
}

// Two columns, one in a unit a thousand times as large: without units of their own its noise is all there is.
TEST(ScoreCells, InUnitsOfTheirOwnErrorsCountInStandardDeviations) {
  Cell own{"own", 4000, 2, {{1000}}, independent(normal_draw, {1, 1000}), true}, shared = own;
  shared.own_units = false;
  EXPECT_LT(summarise(scores_of({own}, 2)[0].methods[0]).median, 0.05);
  EXPECT_GT(summarise(scores_of({shared}, 2)[0].methods[0]).median, 0.2);
}

TEST(ScoreCells, WhoTakesTooLongIsLeftOutAndWhoRefusesIsCounted) {
  const std::vector<Cell> cells = {{"tiny", 2, 3, {{1}}, independent(normal_draw)}};
  const std::vector<Entrant> some = {{"poise", 10}, {"clipped", 2}};
  const TrialPlan plan{.trials = 0, .seed = 1, .threads = 1};
  const auto scores =
      score_cells(cells, some, {.runs = 2, .runs_of_few_columns = 3, .runs_of_one_column = 3}, plan).value();
  EXPECT_EQ(summarise(scores[0].methods[0]).refusals, 3U);
  EXPECT_TRUE(std::isnan(summarise(scores[0].methods[0]).median));
  EXPECT_TRUE(scores[0].methods[1].left_out);
  EXPECT_EQ(best_rival(scores[0]), nullptr);
}

TEST(ScoreCells, StopWhenTold) {
  const TrialPlan plan{
      .trials = 0, .seed = 1, .threads = 1, .progress = [](std::uint64_t, std::uint64_t) { return false; }};
  EXPECT_FALSE(score_cells({small_cell("a", 6)}, entrants().first(1), {2, 2, 2}, plan));
}

TEST(CellScores, QuantilesAreThoseOfTheRunsThatWereAnswered) {
  const ScoreSummary found = summarise(MethodScore{"m", false, {3, nan, 1, 2, 5, 4}});
  EXPECT_EQ(found.median, 3);
  EXPECT_NEAR(found.p95, 4.8, 1e-12);
  EXPECT_EQ(found.most, 5);
  EXPECT_EQ(found.runs, 6U);
  EXPECT_EQ(found.refusals, 1U);
}

TEST(CellScores, AnAnswerThatIsNoNumberIsTheWorst) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(summarise(MethodScore{"m", false, {1, infinite, infinite}}).median, infinite);
}

TEST(CellScores, TheBestRivalAnswersAtLeastHalfOfTheRuns) {
  const CellScores scores{.cell = "c",
                          .rows = 1,
                          .columns = 1,
                          .own_units = false,
                          .fresh = false,
                          .budget = {500},
                          .tables = 1,
                          .floor = 1,
                          .methods = {{"poise", false, {1, 1, 1}},
                                      {"shy", false, {.1, nan, nan}},
                                      {"good", false, {2, nan, 2}},
                                      {"bad", false, {3, 3, 3}}}};
  EXPECT_EQ(best_rival(scores)->method, "good");
}

TEST(BlowUps, AreMeasuredAgainstTheRunsOnTheSameTable) {
  const CellScores scores{.cell = "c",
                          .rows = 1,
                          .columns = 1,
                          .own_units = false,
                          .fresh = false,
                          .budget = {500},
                          .tables = 2,
                          .floor = 1,
                          .methods = {{"poise", false, {1, 100, 1, 100, 1, 100, 1, nan, 20, 150}}}};
  const Excess excess = excess_of(scores, 10);
  EXPECT_EQ(excess.largest, 20);
  EXPECT_EQ(excess.beyond, 1U);
}

} // namespace score_cells_test
} // namespace poise::internal::experiments
