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

template <class T> class GriddedType : public testing::Test {};
using Types = testing::Types<double, float, std::int64_t, std::int32_t, std::int16_t, std::int8_t,
                             std::uint32_t, std::uint16_t, std::uint8_t>;
TYPED_TEST_SUITE(GriddedType, Types);

TYPED_TEST(GriddedType, EveryLayoutGivesTheSameRows) {
  const std::vector<TypeParam> by_row = {1, 2, 3, 4, 5, 6}, by_column = {1, 4, 2, 5, 3, 6};
  const auto *bytes = reinterpret_cast<const std::byte *>(by_column.data());
  const auto *row_bytes = reinterpret_cast<const std::byte *>(by_row.data());
  constexpr std::size_t size = sizeof(TypeParam);
  const std::vector<std::size_t> picks = {2, 0};
  const Grid grid = Grid::of(0, 5).value();
  const auto gridded = [&](std::vector<std::string> names, const DenseRows<TypeParam> &rows) {
    return cells(GriddedRows(Table::of(std::move(names), rows, nullptr).value(), grid));
  };
  const std::vector<std::int32_t> all = {1, 2, 3, 4, 5, 5}, some = {3, 1, 5, 4};
  EXPECT_EQ(gridded({"a", "b", "c"}, DenseRows<TypeParam>(by_row.data(), 2, 3)), all);
  EXPECT_EQ(gridded({"a", "b", "c"}, DenseRows<TypeParam>(bytes, 2, 3, size, 2 * size)), all);
  EXPECT_EQ(gridded({"c", "a"}, DenseRows<TypeParam>(bytes, 2, 3, size, 2 * size, picks)), some);
  EXPECT_EQ(gridded({"c", "a"}, DenseRows<TypeParam>(row_bytes, 2, 3, 3 * size, size, picks)), some);
}

TEST(GriddedRows, Int64CellsArePlacedExactly) {
  const std::int64_t large = (std::int64_t{1} << 61) - 1;
  const Table table =
      Table::dense(std::vector<std::string>{"a"}, std::vector<std::int64_t>{large, large + 1}).value();
  EXPECT_EQ(cells(GriddedRows(table, Grid::of(62, 10).value())), (std::vector<std::int32_t>{0, 1}));
}

TEST(GriddedRows, SparseRowsAreFilledWithZeros) {
  static const std::vector<std::uint64_t> starts = {0, 2, 2, 3};
  static const std::vector<std::uint32_t> places = {0, 3, 1};
  static const std::vector<double> values = {-7, 1e300, nan};
  const auto table = [](std::span<const double> some) {
    return Table::of({"a", "b", "c", "d"}, SparseRows{starts, places, some, 4}, nullptr).value();
  };
  const Grid grid = Grid::of(0, 100).value();
  EXPECT_EQ(cells(GriddedRows(table(values), grid)),
            (std::vector<std::int32_t>{-7, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(cells(GriddedRows(table({}), grid, 0, 1)), (std::vector<std::int32_t>{1, 0, 0, 1}));
  EXPECT_EQ(cells(GriddedRows(table({}), grid, 1, 3)), (std::vector<std::int32_t>{0, 0, 0, 0, 0, 1, 0, 0}));
}

} // namespace
} // namespace poise
