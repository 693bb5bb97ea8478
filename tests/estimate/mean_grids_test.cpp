// Grids as coarse as an error allows: within it, not much finer, and clear about nonsense.
#include "poise/estimate/mean/mean_grids.h"

#include "poise/base/nearest_double.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace mean_grids_test {

double number(const Grid &grid, std::int64_t steps) {
  return nearest_double(grid.step() * Rational(to_integer(Int128{steps})));
}

// The step is at most the wish and more than half of it, and the bound is covered with less than a step to
// spare.
RC_GTEST_PROP(GridWithStep, IsTheCoarsestThatCoversTheBound, ()) {
  const Rational bound = ratio(*rc::gen::inRange(1, 1'000'000), *rc::gen::inRange(1, 1000));
  const Rational squared = ratio(*rc::gen::inRange(1, 1'000'000), *rc::gen::inRange(1, 1'000'000));
  const Grid grid = Grid::with_step(bound, squared).value();
  const Rational step = grid.step(), reach = step * Rational(to_integer(Int128{grid.bound()}));
  // In brackets: RapidCheck would take the numbers' expressions apart, which do not outlive them.
  RC_ASSERT((step * step <= squared));
  RC_ASSERT((4 * step * step > squared));
  RC_ASSERT((reach >= bound));
  RC_ASSERT((reach - step < bound));
}

RC_GTEST_PROP(RoundingGrid, MovesNoRowByMoreThanHalfThePrecision, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 200);
  const Rational precision = ratio(*rc::gen::inRange(1, 1000), 1000);
  const Grid grid = rounding_grid(10, precision, columns).value();
  double squares = 0;
  for (std::size_t j = 0; j < columns; ++j) {
    const double cell = *rc::gen::inRange(-10'000, 10'001) / 1000.0;
    const double moved = number(grid, grid.place(cell)) - cell;
    squares += moved * moved;
  }
  RC_ASSERT(std::sqrt(squares) <= 0.5 * nearest_double(precision) * (1 + 1e-9));
}

// The paper's setting: n = 4000, R = 50 sqrt(d), standard deviations between 0.1 and 50.
TEST(GaussianGrid, ReachesAsFarAndIsAsFineAsTheCorollarySays) {
  for (const std::size_t columns : {1U, 128U, 1024U}) {
    const double d = static_cast<double>(columns), radius = 50 * std::sqrt(d);
    const Grid grid = gaussian_grid({Rational(radius), ratio(1, 10), 50}, 4000, columns).value();
    const double reach = number(grid, grid.bound()), step = number(grid, 1);
    const double wanted = radius + 100 * std::sqrt(d + std::log(40.0 * 4000));
    EXPECT_GE(reach, wanted * (1 - 1e-12));
    EXPECT_LT(reach, wanted + step);
    EXPECT_LE(step, 0.1 / std::sqrt(4000.0));
    EXPECT_GT(step, 0.05 / std::sqrt(4000.0));
  }
}

TEST(Grids, SayWhatIsWrongWithTheirParameters) {
  EXPECT_NE(rounding_grid(10, 0, 3).error().wrong.find("the precision must be between"), std::string::npos);
  EXPECT_NE(rounding_grid(-1, 1, 3).error().wrong.find("bound must be positive"), std::string::npos);
  EXPECT_NE(rounding_grid(Rational(power_of_two(90)), ratio(1, 1000), 3).error().wrong.find("62 bits"),
            std::string::npos);
  EXPECT_NE(gaussian_grid({0, 1, 1}, 10, 1).error().wrong.find("bound of the mean"), std::string::npos);
  EXPECT_NE(gaussian_grid({1, 0, 1}, 10, 1).error().wrong.find("least standard deviation"),
            std::string::npos);
  EXPECT_NE(gaussian_grid({1, 2, 1}, 10, 1).error().wrong.find("less than the least one"), std::string::npos);
  EXPECT_EQ(Grid::with_step(1, 0).error().kind, ErrorKind::bad_parameter);
}

} // namespace mean_grids_test
} // namespace poise::internal
