// One version against the other: ratios, verdicts, and who refused.
#include "experiments/universal/comparison.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace universal_comparison_test {

Point point(double x, std::string series, double rmse, double std_error, unsigned refusals = 0) {
  return {"p", x, std::move(series), 10, {0, 0, 0, 0, rmse, std_error}, refusals};
}

std::string verdict_of(const std::string &table, double x) {
  const std::size_t line = table.find(std::to_string(static_cast<int>(x)) + ",\"universal-tuned\"");
  const std::size_t end = table.find('\n', line);
  return table.substr(table.rfind(',', end) + 1, end - table.rfind(',', end) - 1);
}

Point with_errors(std::string series, std::vector<double> errors) {
  return {"p", 1, std::move(series), static_cast<unsigned>(errors.size()), summarise(errors), 0, errors};
}

// Squares 1, 49 and 4, 64, in units of their means 25 and 34: their differences are +-0.0776.
TEST(Comparison, IsTheRatioAndHowWellItIsKnown) {
  const std::vector<Point> points = {with_errors("universal", {2, 8}),
                                     with_errors("universal-tuned", {1, 7})};
  const auto comparison = against_published(points[1], points);
  ASSERT_TRUE(comparison);
  EXPECT_DOUBLE_EQ(comparison->ratio, std::sqrt(25.0 / 34));
  const double apart = 49.0 / 25 - 64.0 / 34;
  EXPECT_NEAR(comparison->std_error, comparison->ratio * apart / 2, 1e-12);
}

TEST(Comparison, OfErrorsThatAreProportionalIsKnownExactly) {
  const std::vector<Point> points = {with_errors("universal", {1, 2, 300}),
                                     with_errors("universal-tuned", {0.5, 1, 150})};
  EXPECT_DOUBLE_EQ(against_published(points[1], points)->ratio, 0.5);
  EXPECT_NEAR(against_published(points[1], points)->std_error, 0, 1e-15);
}

TEST(Comparison, VerdictsAreAboutTheRatioAloneAndRefusalsAreNamed) {
  const std::vector<Point> points = {
      point(1, "universal", 1, 0.5),       point(1, "universal-tuned", 1.05, 0.5),
      point(2, "universal", 1, 0.5),       point(2, "universal-tuned", 1.06, 0.5),
      point(3, "universal", NAN, NAN, 10), point(3, "universal-tuned", 1, 0.5),
      point(4, "universal", 1, 0.5),       point(4, "universal-tuned", 1, 0.5, 1),
      point(5, "universal", 1, 0.5, 1),    point(5, "universal-tuned", 1, 0.5, 1),
      point(6, "universal", 0, 0),         point(6, "universal-tuned", 0, 0),
      point(7, "universal", 0, 0),         point(7, "universal-tuned", 1, 0.1)};
  Figure figure{};
  const std::string table = never_worse_table(figure, points);
  EXPECT_EQ(verdict_of(table, 1), "holds");
  EXPECT_EQ(verdict_of(table, 2), "fails");
  EXPECT_EQ(verdict_of(table, 3), "universal refuses");
  EXPECT_EQ(verdict_of(table, 4), "universal-tuned refuses");
  EXPECT_EQ(verdict_of(table, 5), "both refuse");
  EXPECT_EQ(verdict_of(table, 6), "holds"); // both exact
  EXPECT_EQ(verdict_of(table, 7), "fails");
  const std::string shining = shining_table(figure, points);
  EXPECT_EQ(verdict_of(shining, 1), "fails"); // it must be at most a half
  EXPECT_EQ(verdict_of(shining, 2), "");      // nothing was promised there
}

TEST(Comparison, TheChartShowsRootMeanSquares) {
  Figure figure{};
  figure.title = "t";
  const Chart chart = rmse_chart(figure, {point(1, "a", 3, 0), point(1, "b", 4, 0), point(2, "a", 5, 0)});
  ASSERT_EQ(chart.panels.size(), 1U);
  ASSERT_EQ(chart.panels[0].series.size(), 2U);
  EXPECT_EQ(chart.panels[0].series[0].y, (std::vector<double>{3, 5}));
  EXPECT_FALSE(chart.same_y);
  EXPECT_TRUE(std::isnan(rmse_chart(figure, {point(1, "a", 1e300, 0)}).panels[0].series[0].y[0]));
}

} // namespace universal_comparison_test
} // namespace poise::internal::experiments
