// Columns in order, the same however the rows are served.
#include "poise/aggregate/sorted_columns.h"

#include "aggregate/any_rows.h"
#include "aggregate/opened_sum.h"
#include "poise/aggregate/shifted_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise {
namespace {

RC_GTEST_PROP(SortedColumns, HoldEveryCellInOrderHoweverTheRowsAreServed, ()) {
  const Plain plain =
      any_plain(*rc::gen::elementOf(std::vector<std::int64_t>{1, 100, std::int64_t{1} << 40}));
  const std::int64_t centre = *rc::gen::inRange<std::int64_t>(-2, 3);
  for (Served &way : every_way(plain)) {
    way.work.memory = std::size_t{1} << 30;
    const auto rows = shifted_rows(way.rows, std::vector<std::int64_t>(plain.columns, centre)).value();
    const SortedColumns sorted = SortedColumns::of(*rows, way.work).value();
    for (std::size_t j = 0; j < plain.columns; ++j) {
      std::vector<std::int64_t> column;
      for (std::size_t i = j; i < plain.cells.size(); i += plain.columns)
        column.push_back(plain.cells[i] - centre);
      std::ranges::sort(column);
      std::visit([&](auto values) { RC_ASSERT(std::ranges::equal(values, column)); },
                 sorted.values(ReleaseKeyForTests::make(), j));
    }
  }
}

TEST(SortedColumns, MoreThanTheMemoryAllowsIsRefused) {
  const Plain plain{2, std::vector<std::int64_t>(200), Grid::of(0, 5).value()};
  const auto rows = on_grid(dense_table(plain), plain.grid).value();
  EXPECT_EQ(SortedColumns::of(*rows, {.memory = 799}).error().kind, ErrorKind::bad_parameter);
  EXPECT_TRUE(SortedColumns::of(*rows, {.memory = 800}));
}

} // namespace
} // namespace poise
