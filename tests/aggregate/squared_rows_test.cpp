// Squares of cells: exact, never negative, within the square of the bound.
#include "poise/aggregate/transform/squared_rows.h"

#include "aggregate/any_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace squared_rows_test {

using Cells = std::vector<std::int64_t>;

constexpr std::int64_t largest_root = std::int64_t{1} << 31;

RC_GTEST_PROP(SquaredRows, AreThoseOfTheDefinitionAndStaySparse, ()) {
  // 46340 is the last whose square has 32 bits.
  const std::int64_t bound = *rc::gen::elementOf(
      std::vector<std::int64_t>{1, 100, 46340, 46341, Grid::largest_narrow_bound, largest_root});
  const Plain plain = any_plain(bound);
  const std::int64_t shift = bound < 46341 ? *rc::gen::inRange<std::int64_t>(-2, 3) : 0;
  Cells expected = plain.cells;
  for (std::int64_t &cell : expected) cell = (cell - shift) * (cell - shift);
  for (const Served &way : every_way(plain)) {
    RC_LOG() << way.how;
    const auto original = shift == 0 ? way.rows : shifted_rows(way.rows, Cells(plain.columns, shift)).value();
    const auto rows = squared_rows(original).value();
    RC_ASSERT(rows->sparse() == original->sparse());
    RC_ASSERT(rows->bound() == original->bound() * original->bound());
    RC_ASSERT(rows->non_negative());
    RC_ASSERT(rows->in_public_order() == original->in_public_order());
    RC_ASSERT(opened_cells(*rows, way.run) == expected);
  }
}

TEST(SquaredRows, ThatWouldOutgrowTheGridAreRefused) {
  const Grid grid = Grid::of(0, largest_root + 1).value();
  const auto rows = squared_rows(on_grid(dense_table({1, {1}, grid}), grid).value());
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().kind, ErrorKind::bad_parameter);
}

} // namespace squared_rows_test
} // namespace poise::internal
