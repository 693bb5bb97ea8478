// Tables and targets of the flagship say what the scores are.
#include "experiments/flagship/flagship_tables.h"
#include "experiments/flagship/targets.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace flagship_tables_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

CellScores cell(std::string name, std::vector<double> ours, std::vector<double> theirs) {
  return {.cell = std::move(name),
          .rows = 4000,
          .columns = 128,
          .own_units = false,
          .fresh = true,
          .budget = {500, 0.25},
          .tables = 2,
          .floor = 0.5,
          .methods = {{"poise", false, std::move(ours), {1, 0.5}},
                      {"clipped", false, std::move(theirs)},
                      {"by-column", true}}};
}

std::size_t lines(const std::string &text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(FlagshipTables, HaveALineForEveryMethodAndSayWhoIsLeftOut) {
  const std::string csv = scores_csv({cell("a", {1, 1}, {2, 2}), cell("b", {1, nan}, {2, 2})});
  EXPECT_EQ(lines(csv), 7U);
  EXPECT_NE(csv.find("a,4000,128,0.5,shared,yes,clipped,2,2,0,2,2,2,\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("b,4000,128,0.5,shared,yes,poise,2,2,1,1,1,1,\n"), std::string::npos) << csv;
  EXPECT_NE(csv.find("by-column,2,0,0,,,,left out: takes minutes\n"), std::string::npos) << csv;
}

TEST(FlagshipTables, CompareWithTheBestRivalAndTheFloor) {
  const std::string csv = standings_csv({cell("a", {1, 1}, {2, 2})});
  EXPECT_EQ(lines(csv), 2U);
  EXPECT_NE(csv.find("a,4000,128,0.5,shared,yes,2,0,clipped,0.5,0.5,0.5,2,0.25,0.75,1\n"), std::string::npos)
      << csv;
}

TEST(FlagshipTables, TheMapHasEveryRivalOverOurs) {
  const HeatMap map = ratios_map({cell("a", {1, 1}, {2, 2}), cell("b", {4, 4}, {2, 2})});
  EXPECT_EQ(map.rows, (std::vector<std::string>{"a @ 0.5", "b @ 0.5"}));
  EXPECT_EQ(map.columns, (std::vector<std::string>{"clipped", "by-column"}));
  ASSERT_EQ(map.ratios.size(), 4U);
  EXPECT_EQ(map.ratios[0], 2);
  EXPECT_EQ(map.ratios[2], 0.5);
  EXPECT_TRUE(std::isnan(map.ratios[1]));
}

Target target(const std::vector<CellScores> &scores, const std::string &what) {
  for (const Target &one : targets(scores))
    if (one.what == what) return one;
  ADD_FAILURE() << what;
  return {"", 0, 0};
}

TEST(FlagshipTargets, HoldOrFailByTheNumbers) {
  const std::vector<CellScores> scores = {cell("gauss128", {.06, .06}, {.2, .2}), cell("b", {1, 1}, {2, 2}),
                                          cell("c", {3, 3}, {2, 2})};
  EXPECT_DOUBLE_EQ(target(scores, "ratio to the best rival, median").found, 0.5);
  EXPECT_TRUE(target(scores, "ratio to the best rival, median").holds());
  const Target worst = target(scores, "ratio to the best rival, worst");
  EXPECT_DOUBLE_EQ(worst.found, 1.5);
  EXPECT_EQ(worst.where, "c @ 0.5");
  EXPECT_FALSE(worst.holds());
  EXPECT_TRUE(target(scores, "median error of gauss128 @ 0.5").holds());
  EXPECT_FALSE(target(scores, "median error of decay512 @ 0.5").holds()); // was not measured
  const std::string summary = summary_of(scores);
  EXPECT_NE(summary.find("c @ 0.5"), std::string::npos);
  EXPECT_EQ(summary.find("b @ 0.5"), std::string::npos) << summary;
}

TEST(FlagshipTargets, SayWhereItRefuses) {
  EXPECT_NE(summary_of({cell("a", {nan, nan}, {2, 2})}).find("a @ 0.5: 2 of 2 runs"), std::string::npos);
}

} // namespace flagship_tables_test
} // namespace poise::internal::experiments
