// Columns in order, the same however the rows are served.
#include "poise/aggregate/exact/sorted_columns.h"

#include "aggregate/any_rows.h"
#include "aggregate/opened_sum.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace sorted_columns_test {

RC_GTEST_PROP(SortedColumns, HoldEveryCellInOrderHoweverTheRowsAreServed, ()) {
  const Plain plain =
      any_plain(*rc::gen::elementOf(std::vector<std::int64_t>{1, 100, std::int64_t{1} << 40}));
  const std::int64_t centre = *rc::gen::inRange<std::int64_t>(-2, 3);
  for (Served &way : every_way(plain)) {
    way.run.memory = std::size_t{1} << 30;
    const auto rows = shifted_rows(way.rows, std::vector<std::int64_t>(plain.columns, centre)).value();
    const SortedColumns sorted = SortedColumns::of(*rows, way.run).value();
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

// Cells of 32 and of 64 bits alike, whatever is in them: eight bytes for each.
TEST(SortedColumns, MoreThanTheMemoryAllowsIsRefusedAlikeForNarrowAndWideGrids) {
  std::vector<std::string> told;
  for (const std::int64_t bound : {std::int64_t{5}, std::int64_t{1} << 40})
    for (const std::int64_t cell : {std::int64_t{0}, std::int64_t{-5}, bound}) {
      const Plain plain{2, std::vector<std::int64_t>(200, cell), Grid::of(0, bound).value()};
      const auto rows = exact_rows(plain);
      EXPECT_EQ(rows->narrow(), bound == 5);
      const auto refused = SortedColumns::of(*rows, {.memory = 1599});
      ASSERT_FALSE(refused);
      EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
      told.push_back(refused.error().wrong + refused.error().remedy);
      EXPECT_TRUE(SortedColumns::of(*rows, {.memory = 1600}));
    }
  const auto before = SortedColumns::check_memory(100, 2, {.memory = 1599});
  ASSERT_TRUE(before);
  for (const std::string &text : told) EXPECT_EQ(text, before->wrong + before->remedy);
  EXPECT_FALSE(SortedColumns::check_memory(100, 2, {.memory = 1600}));
}

TEST(SortedColumns, WhatIsTooLargeFollowsFromRowsColumnsAndMemoryWithoutOverflow) {
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t rows : {0U, 1U, 7U, 1000U})
    for (const std::size_t columns : {0U, 1U, 3U, 64U})
      for (const std::size_t memory : {0U, 7U, 8U, 55U, 56U, 168U, 24'000U, 512'000U})
        EXPECT_EQ(SortedColumns::check_memory(rows, columns, {.memory = memory}).has_value(),
                  8 * rows * std::max<std::size_t>(1, columns) > memory);
  EXPECT_TRUE(SortedColumns::check_memory(most, 1, {.memory = most}));
  EXPECT_TRUE(SortedColumns::check_memory(most / 8, 9, {.memory = most}));
  EXPECT_FALSE(SortedColumns::check_memory(most / 8, 1, {.memory = most}));
}

} // namespace sorted_columns_test
} // namespace poise::internal
