// Rows on the grid: each cell by itself, in its place, whatever the chunk.
#include "poise/grid/gridded_rows.h"

#include "table/opened.h"

#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>

namespace poise {
namespace {

std::vector<std::int32_t> cells(const GriddedRows &rows) {
  const auto opened = rows.cells(RawKeyForTests::make());
  return {opened.begin(), opened.end()};
}

const double nan = std::numeric_limits<double>::quiet_NaN();
const double infinity = std::numeric_limits<double>::infinity();

TEST(GriddedRows, EveryCellIsPlacedByTheGrid) {
  const Table table = Table::dense({"a", "b"}, {1, -2, nan, infinity, 1e300, -infinity}).value();
  const GriddedRows rows(table, Grid::of(-1, 10).value());
  EXPECT_EQ(rows.rows(), 3U);
  EXPECT_EQ(rows.columns(), 2U);
  EXPECT_EQ(cells(rows), (std::vector<std::int32_t>{2, -4, 0, 10, 10, -10}));
}

TEST(GriddedRows, AChunkHoldsItsRowsAndNoOthers) {
  const Table table = Table::dense({"a", "b"}, {1, 2, 3, 4, 5, 6}).value();
  const Grid grid = Grid::of(0, 100).value();
  EXPECT_EQ(cells(GriddedRows(table, grid, 1, 2)), (std::vector<std::int32_t>{3, 4}));
  EXPECT_EQ(GriddedRows(table, grid, 1, 1).rows(), 0U);
  EXPECT_THROW(GriddedRows(table, grid, 2, 4), std::logic_error);
  EXPECT_THROW(GriddedRows(table, grid, 2, 1), std::logic_error);
}

} // namespace
} // namespace poise
