// Counts up to rising thresholds: those of the definition, and nested: one row moves them all the same way.
#include "poise/aggregate/exact/cumulative_counts.h"

#include "aggregate/any_rows.h"
#include "aggregate/naive_aggregates.h"
#include "aggregate/opened_counts.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/aggregate/exact/pooled_histogram.h"
#include "poise/aggregate/transform/shifted_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace poise::internal {
namespace cumulative_counts_test {

using Thresholds = std::vector<std::int64_t>;
using Cells = std::span<const std::int64_t>;

// Bounds with a table of buckets and without, on both sides of where it ends.
std::int64_t any_bound_around_the_table() {
  return *rc::gen::elementOf(std::vector<std::int64_t>{
      1, 100, 4296, std::int64_t{1} << 20, (std::int64_t{1} << 20) + 1, Grid::largest_narrow_bound,
      Grid::largest_narrow_bound + 1, std::int64_t{1} << 53, Grid::largest_bound / 2});
}

RC_GTEST_PROP(CumulativeCounts, AreThoseOfTheDefinition, ()) {
  const Plain plain = any_plain(any_bound_around_the_table(), 60, 1);
  // Shifted for half of the cases: what is elsewhere in sparse rows is then no longer zero.
  const std::int64_t bound = plain.grid.bound(),
                     centre = *rc::gen::element<std::int64_t>(0, 0, 1, -3, bound, -bound / 2);
  std::vector<std::int64_t> cells = plain.cells;
  for (std::int64_t &cell : cells) cell -= centre;
  std::set<std::int64_t> rising;
  for (auto left = *rc::gen::inRange(1, 40); left > 0; --left)
    rising.insert(*rc::gen::weightedOneOf<std::int64_t>(
        {{3, rc::gen::elementOf(cells)},
         {2, rc::gen::inRange<std::int64_t>(-60, 60)},
         {1, rc::gen::element(std::numeric_limits<std::int64_t>::min(), -bound, bound, -2 * bound,
                              std::numeric_limits<std::int64_t>::max())}}));
  const Thresholds thresholds(rising.begin(), rising.end());
  const auto expected = naive::counts_at_or_below(Cells(cells), 1, Cells(thresholds));
  for (const Served &way : every_way(plain)) {
    RC_LOG() << way.how;
    const auto rows = shifted_rows(way.rows, {centre}).value();
    for (const auto &served : {rows, KeepRows::all(*rows, way.run).value()}) {
      const ExactCounts counts = CumulativeCounts::of(*served, thresholds, way.run).value();
      RC_ASSERT(opened(counts) == expected);
      RC_ASSERT(counts.nested());
      RC_ASSERT(counts.moved_by_one_row() == 1U);
      RC_ASSERT(counts.rows() == plain.rows());
    }
  }
}

TEST(CumulativeCounts, ManyRowsOnManyThreadsAddUp) {
  const Grid grid = Grid::of(0, 5000).value();
  Plain plain{1, {}, grid};
  for (std::int64_t i = 0; i < 400'000; ++i) plain.cells.push_back(i * 7919 % 10'001 - 5000);
  Thresholds thresholds;
  for (std::int64_t threshold = -6000; threshold < 6000; threshold += 37) thresholds.push_back(threshold);
  std::vector<std::int64_t> sorted = plain.cells;
  std::ranges::sort(sorted);
  std::vector<std::uint64_t> expected;
  for (const std::int64_t threshold : thresholds)
    expected.push_back(
        static_cast<std::uint64_t>(std::ranges::upper_bound(sorted, threshold) - sorted.begin()));
  for (const Table &table : {dense_table(plain), sparse_table(plain)})
    for (const unsigned threads : {1U, 2U, 5U}) {
      const auto rows = on_grid(table, grid).value();
      EXPECT_EQ(opened(CumulativeCounts::of(*rows, thresholds, {.threads = threads}).value()), expected);
    }
}

// By how much counts move, and whether all that move go the same way.
struct Move {
  std::uint64_t furthest = 0;
  bool up = false, down = false;
};
Move move_between(const std::vector<std::uint64_t> &a, const std::vector<std::uint64_t> &b) {
  Move move;
  for (std::size_t i = 0; i < a.size(); ++i) {
    move.up = move.up || b[i] > a[i];
    move.down = move.down || b[i] < a[i];
    move.furthest = std::max(move.furthest, a[i] < b[i] ? b[i] - a[i] : a[i] - b[i]);
  }
  return move;
}

std::shared_ptr<const GridRows> rows_of(std::size_t columns, std::vector<std::int64_t> cells) {
  const Grid grid = Grid::of(0, 3).value();
  return exact_rows({columns, std::move(cells), grid});
}

// All tables of two rows within three of zero, all ways to replace the second, all sets of thresholds.
TEST(CumulativeCounts, ReplacingARowMovesThemByOneInOneDirection) {
  bool moved = false;
  for (unsigned chosen = 1; chosen < 1U << 9; ++chosen) {
    Thresholds thresholds;
    for (unsigned bit = 0; bit < 9; ++bit)
      if ((chosen >> bit & 1) != 0) thresholds.push_back(std::int64_t{bit} - 4);
    std::vector<std::vector<std::uint64_t>> counts;
    for (std::int64_t cell = -3; cell <= 3; ++cell)
      counts.push_back(
          opened(CumulativeCounts::of(*rows_of(1, {1, cell}), thresholds, {.threads = 1}).value()));
    for (const auto &before : counts)
      for (const auto &after : counts) {
        const Move move = move_between(before, after);
        ASSERT_LE(move.furthest, 1U);
        ASSERT_FALSE(move.up && move.down);
        moved = moved || move.furthest == 1;
      }
  }
  EXPECT_TRUE(moved);
}

TEST(CumulativeCounts, ThresholdsThatDoNotRiseAndRowsOfSeveralColumnsAreABug) {
  const auto rows = rows_of(1, {1, 2});
  EXPECT_THROW((void)CumulativeCounts::of(*rows, Thresholds{}), std::logic_error);
  EXPECT_THROW((void)CumulativeCounts::of(*rows, Thresholds{1, 1}), std::logic_error);
  EXPECT_THROW((void)CumulativeCounts::of(*rows, Thresholds{0, 2, 1}), std::logic_error);
  EXPECT_THROW((void)CumulativeCounts::of(*rows_of(2, {1, 2}), Thresholds{1}), std::logic_error);
}

// The same promise of another answer: every row of two columns against every other.
TEST(NormHistogram, ReplacingARowMovesCountsInOneDirection) {
  for (const Norm norm : {Norm::l1, Norm::l2}) {
    const auto radii = GeometricGrid::up_to(norm == Norm::l1 ? 5 : 4, 10); // some rows are beyond
    std::vector<std::vector<std::uint64_t>> counts;
    for (std::int64_t x = -3; x <= 3; ++x)
      for (std::int64_t y = -3; y <= 3; ++y) {
        const auto histogram =
            NormHistogram::of(*rows_of(2, {1, 0, x, y}), norm, radii, {.threads = 1}).value();
        EXPECT_TRUE(histogram.nested());
        EXPECT_EQ(histogram.moved_by_one_row(), 1U);
        counts.push_back(opened(histogram));
      }
    for (const auto &before : counts)
      for (const auto &after : counts) {
        const Move move = move_between(before, after);
        ASSERT_LE(move.furthest, 1U);
        ASSERT_FALSE(move.up && move.down);
      }
  }
}

// Cells of one row may go both ways, and whoever counts them does not claim otherwise: 0 and 3 against 2
// and 2.
TEST(PooledHistogram, IsNotNestedAsCellsOfARowGoBothWays) {
  const auto radii = GeometricGrid::up_to(3, 10);
  const auto a = PooledHistogram::of(*rows_of(2, {0, 3}), radii).value(),
             b = PooledHistogram::of(*rows_of(2, {2, 2}), radii).value();
  const Move move = move_between(opened(a), opened(b));
  EXPECT_TRUE(move.up && move.down);
  EXPECT_FALSE(a.nested());
}

} // namespace cumulative_counts_test
} // namespace poise::internal
