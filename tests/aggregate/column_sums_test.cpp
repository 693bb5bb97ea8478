// Column sums: exact, the same for any chunks, and one row moves them no further than they say.
#include "poise/aggregate/column_sums.h"

#include "aggregate/opened_sum.h"
#include "table/opened.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise {
namespace {

Table table_of(std::size_t columns, std::vector<double> cells) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns; ++i) names.push_back("x" + std::to_string(i));
  return Table::dense(names, std::move(cells)).value();
}

ExactSum sum_of(const Table &table, const Grid &grid, const std::vector<std::size_t> &cuts = {}) {
  ColumnSums sums(grid, table.columns().size());
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    sums.add(GriddedRows(table, grid, first, cut));
    first = cut;
  }
  sums.add(GriddedRows(table, grid, first, table.rows()));
  return std::move(sums).finish();
}

// One big integer per column.
std::vector<Int128> naive_sums(const Table &table, const Grid &grid) {
  std::vector<Integer> totals(table.columns().size());
  const auto cells = opened_cells(table);
  for (std::size_t i = 0; i < cells.size(); ++i) totals[i % totals.size()] += grid.place(cells[i]);
  std::vector<Int128> sums;
  for (const Integer &total : totals) sums.push_back(to_int128(total));
  return sums;
}

Table any_table() {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 5);
  const auto rows = *rc::gen::inRange<std::size_t>(1, 40);
  auto cells = *rc::gen::container<std::vector<double>>(rows * columns, rc::gen::arbitrary<double>());
  for (double &cell : cells)
    if (*rc::gen::inRange(0, 8) == 0) cell = std::numeric_limits<double>::quiet_NaN();
  return table_of(columns, cells);
}

RC_GTEST_PROP(ColumnSums, AreTheNaiveSumsForAnyChunks, ()) {
  const Table table = any_table();
  const Grid grid = Grid::within("10").value();
  const auto rows = table.rows();
  auto cuts = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, rows + 1));
  std::sort(cuts.begin(), cuts.end());
  const ExactSum sum = sum_of(table, grid, cuts);
  RC_ASSERT(opened(sum) == naive_sums(table, grid));
  RC_ASSERT(sum.rows() == rows);
}

Integer squared_distance(const std::vector<Int128> &a, const std::vector<Int128> &b) {
  Integer total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Integer difference = to_integer(a[i]) - to_integer(b[i]);
    total += difference * difference;
  }
  return total;
}

RC_GTEST_PROP(ColumnSums, ReplacingOneRowMovesThemWithinTheirSensitivity, ()) {
  const Table table = any_table();
  const std::size_t columns = table.columns().size();
  std::vector<double> cells = opened_cells(table);
  const auto row = *rc::gen::inRange<std::size_t>(0, table.rows());
  for (std::size_t i = 0; i < columns; ++i)
    cells[row * columns + i] = *rc::gen::oneOf(rc::gen::arbitrary<double>(), rc::gen::element(1e300, -1e300));
  const Grid grid = Grid::within("10").value();
  const ExactSum before = sum_of(table, grid), after = sum_of(table_of(columns, cells), grid);
  RC_ASSERT(squared_distance(opened(before), opened(after)) <= before.squared_sensitivity());
}

TEST(ColumnSums, TheirSensitivityIsReachedAndNotExceeded) {
  const double infinity = std::numeric_limits<double>::infinity();
  for (const std::size_t columns : {1U, 2U, 7U}) {
    const Grid grid = Grid::within("3").value();
    const ExactSum low = sum_of(table_of(columns, std::vector<double>(columns, -infinity)), grid);
    const ExactSum high = sum_of(table_of(columns, std::vector<double>(columns, infinity)), grid);
    EXPECT_EQ(squared_distance(opened(low), opened(high)), low.squared_sensitivity());
    EXPECT_EQ(low.squared_sensitivity(), 4 * Integer(grid.bound()) * grid.bound() * Integer(columns));
  }
}

TEST(ColumnSums, TheLargestCellsDoNotOverflow) {
  const Grid grid = Grid::of(0, Grid::largest_bound).value();
  const std::size_t rows = 1 << 16;
  const Table table = table_of(1, std::vector<double>(rows, 1e300));
  ColumnSums sums(grid, 1);
  for (int pass = 0; pass < 4; ++pass) sums.add(GriddedRows(table, grid));
  EXPECT_TRUE(opened(std::move(sums).finish())[0] == Int128{1} << 48);
}

TEST(ColumnSums, AChunkFromAnotherGridOrOfAnotherWidthIsABug) {
  const Table table = table_of(2, {1, 2});
  const Grid grid = Grid::of(0, 10).value();
  ColumnSums narrow(grid, 1), coarse(Grid::of(1, 10).value(), 2), tight(Grid::of(0, 9).value(), 2);
  EXPECT_THROW(narrow.add(GriddedRows(table, grid)), std::logic_error);
  EXPECT_THROW(coarse.add(GriddedRows(table, grid)), std::logic_error);
  EXPECT_THROW(tight.add(GriddedRows(table, grid)), std::logic_error);
}

} // namespace
} // namespace poise
