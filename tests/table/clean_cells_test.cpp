// Cells cut off at limits, and gaps that count as zero: cell by cell, whatever the chunks.
#include "poise/table/clean_cells.h"

#include "grid/in_chunks.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace clean_cells_test {

constexpr double gap = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

Table table() {
  return Table::dense({"age", "income"},
                      std::vector<double>{30, -5, gap, 1e300, 200, gap, -1, 0, infinite, -infinite})
      .value();
}

std::vector<double> cells_of(const Table &table) { return opened_rows(table, 0, table.rows()); }

void expect_same(const std::vector<double> &found, const std::vector<double> &wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_TRUE(found[i] == wanted[i] || (std::isnan(found[i]) && std::isnan(wanted[i])))
        << i << ": " << found[i] << " for " << wanted[i];
}

TEST(CleanCells, AreCutOffAtTheLimitsOfTheirColumnAndGapsStayGaps) {
  const CellRules rules{.limits = {{0, 120}, {.low = 0}}};
  const std::vector<double> wanted = {30, 0, gap, 1e300, 120, gap, 0, 0, 120, 0};
  expect_same(cells_of(clean_cells(table(), rules)), wanted);
  for (const std::size_t chunk : {1, 2, 3})
    expect_same(cells_of(clean_cells(InChunks::of(table(), {chunk}), rules)), wanted);
}

TEST(CleanCells, GapsAreZerosBeforeTheyAreCutOff) {
  const CellRules rules{.limits = {{18, 120}, {}}, .zeros_for_gaps = true};
  expect_same(cells_of(clean_cells(table(), rules)), {30, -5, 18, 1e300, 120, 0, 18, 0, 120, -infinite});
}

TEST(CleanCells, WithoutRulesTheTableIsTheSame) {
  EXPECT_FALSE(CellRules{}.any());
  EXPECT_FALSE((CellRules{.limits = {{}, {}}}.any()));
  expect_same(cells_of(clean_cells(table(), {})), cells_of(table()));
}

TEST(CleanCells, OfANeighbourAreTheSameButForItsRow) {
  const CellRules rules{.limits = {{0, 120}, {-1, 1}}};
  const std::vector<double> one = {1, 2, 3, 4, 5, 6}, other = {1, 2, 1e9, gap, 5, 6};
  const auto first = cells_of(clean_cells(Table::dense({"a", "b"}, one).value(), rules)),
             second = cells_of(clean_cells(Table::dense({"a", "b"}, other).value(), rules));
  for (const std::size_t i : {0, 1, 4, 5}) EXPECT_EQ(first[i], second[i]);
}

TEST(CleanCells, LimitsThatAreNotOneAColumnAreABug) {
  EXPECT_THROW((void)clean_cells(table(), {.limits = {{0, 1}}}), std::logic_error);
}

} // namespace clean_cells_test
} // namespace poise::internal
