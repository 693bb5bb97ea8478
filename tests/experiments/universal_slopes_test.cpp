// Slopes: exact where points lie on a line, with the textbook's standard error where they do not.
#include "experiments/universal/line.h"
#include "experiments/universal/slopes.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace universal_slopes_test {

TEST(Line, IsExactThroughPointsOnALine) {
  constexpr std::array<double, 4> x = {1, 2, 4, 8}, y = {0.5, -0.5, -2.5, -6.5};
  const Line line = least_squares(x, y);
  EXPECT_DOUBLE_EQ(line.slope, -1);
  EXPECT_DOUBLE_EQ(line.intercept, 1.5);
  EXPECT_NEAR(line.slope_std_error, 0, 1e-15);
}

// By hand: slope 1, distances 1, -2, 1 (halved), their squares 1.5, over one degree of freedom and 2 across.
TEST(Line, KnowsHowWellItKnowsItsSlope) {
  constexpr std::array<double, 3> x = {0, 1, 2}, y = {0.5, 0, 2.5};
  const Line line = least_squares(x, y);
  EXPECT_DOUBLE_EQ(line.slope, 1);
  EXPECT_DOUBLE_EQ(line.intercept, 0);
  EXPECT_DOUBLE_EQ(line.slope_std_error, std::sqrt(1.5 / 2));
  EXPECT_TRUE(std::isnan(least_squares(std::span(x).first(2), std::span(y).first(2)).slope_std_error));
}

TEST(Line, ThatIsNoneIsABrokenContract) {
  constexpr std::array<double, 2> same = {1, 1}, y = {0, 1};
  EXPECT_THROW(least_squares(same, y), std::logic_error);
  EXPECT_THROW(least_squares(std::span(y).first(1), std::span(y).first(1)), std::logic_error);
}

// Errors 8 / n in RMSE and 3 / sqrt(n) in the median; refusals and exact answers have no place.
std::vector<Point> falling() {
  std::vector<Point> points;
  for (const double n : {1e3, 1e4, 1e5, 1e6}) {
    ErrorSummary error{};
    error.rmse = 8 / n;
    error.median = 3 / std::sqrt(n);
    points.push_back({"p", n, "s", 5, error});
    points.push_back({"p", n, "other", 5, {}});
  }
  points[0].error.rmse = std::nan("");
  points[0].refusals = 5;
  return points;
}

TEST(Slopes, AreThoseOfPowersOfN) {
  EXPECT_NEAR(slope_of(falling(), "p", "s", 1, ErrorMeasure::rmse)->slope, -1, 1e-12);
  EXPECT_NEAR(slope_of(falling(), "p", "s", 1, ErrorMeasure::median)->slope, -0.5, 1e-12);
  EXPECT_FALSE(slope_of(falling(), "p", "s", 1e5, ErrorMeasure::rmse)); // two points
  EXPECT_FALSE(slope_of(falling(), "p", "other", 1, ErrorMeasure::rmse));
}

TEST(Slopes, StandBehindTheirPointsInTheTable) {
  Figure figure{};
  figure.name = "f";
  const std::string table = slopes_table(figure, falling());
  EXPECT_NE(table.find("f,point,\"p\",\"s\",1000,5,5,,,,,,,\n"), std::string::npos) << table;
  EXPECT_NE(table.find("f,slope,\"p\",\"s\",1000,,,,,,-1.0000,0.0000,-0.5000,0.0000\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("f,slope,\"p\",\"s\",10000,,,,,,-1.0000,"), std::string::npos) << table;
}

} // namespace universal_slopes_test
} // namespace poise::internal::experiments
