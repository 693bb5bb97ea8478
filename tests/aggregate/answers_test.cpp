// Every aggregate: equal to its definition, bit for bit, from memory, chunks and sparse rows, for any number
// of threads and every instruction set.
#include "aggregate/any_rows.h"
#include "aggregate/every_target.h"
#include "aggregate/naive_aggregates.h"
#include "aggregate/opened_counts.h"
#include "poise/aggregate/exact/clipped_sums.h"
#include "poise/aggregate/exact/column_counts.h"
#include "poise/aggregate/exact/column_sums.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/aggregate/exact/pooled_histogram.h"
#include "poise/aggregate/transform/clamped_rows.h"
#include "poise/aggregate/transform/pair_differences.h"
#include "poise/aggregate/transform/rotated_rows.h"
#include "poise/aggregate/transform/scaled_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/grid/zeros_and_ones.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace answers_test {

using Cells = std::span<const std::int64_t>;

// A centre for half of the cases: what is elsewhere in sparse rows is then no longer zero.
std::vector<std::int64_t> any_centre(const Plain &plain) {
  std::vector<std::int64_t> centre(plain.columns);
  if (*rc::gen::arbitrary<bool>() || plain.grid.bound() == Grid::largest_bound) return centre;
  for (std::int64_t &number : centre)
    number = *rc::gen::elementOf(std::vector<std::int64_t>{
        0, 1, -3, plain.grid.bound(), -plain.grid.bound() / 2, Grid::largest_bound - plain.grid.bound()});
  return centre;
}

Plain shifted(Plain plain, const std::vector<std::int64_t> &centre) {
  for (std::size_t i = 0; i < plain.cells.size(); ++i) plain.cells[i] -= centre[i % plain.columns];
  return plain;
}

// Asks every way the people can be served, on every instruction set.
template <class Ask, class Expected>
void same_everywhere(const Plain &plain, const std::vector<std::int64_t> &centre, const Ask &ask,
                     const Expected &expected) {
  const auto ways = every_way(plain);
  on_every_target([&] {
    for (const Served &way : ways) {
      const auto rows = shifted_rows(way.rows, centre).value();
      RC_LOG() << way.how;
      RC_ASSERT(ask(*rows, way.run) == expected);
    }
  });
}

RC_GTEST_PROP(Answers, ColumnSumsAreTheSumsOfTheColumns, ()) {
  const Plain plain = any_plain(any_bound());
  const auto centre = any_centre(plain);
  const Plain moved = shifted(plain, centre);
  std::vector<Int128> expected(plain.columns);
  for (std::size_t i = 0; i < moved.cells.size(); ++i) expected[i % plain.columns] += moved.cells[i];
  same_everywhere(
      plain, centre,
      [](const GridRows &rows, const RunOptions &run) { return opened(ColumnSums::of(rows, run).value()); },
      expected);
}

RC_GTEST_PROP(Answers, ColumnCountsAreThoseOfTheDefinition, ()) {
  const Plain plain = any_plain(any_bound());
  const auto centre = any_centre(plain);
  const Plain moved = shifted(plain, centre);
  std::vector<std::int64_t> thresholds;
  const auto steps = *rc::gen::inRange<std::size_t>(1, 4);
  for (std::size_t i = 0; i < steps * plain.columns; ++i)
    thresholds.push_back(*rc::gen::weightedOneOf<std::int64_t>(
        {{3, rc::gen::elementOf(moved.cells)},
         {2, rc::gen::inRange<std::int64_t>(-20, 20)},
         {1, rc::gen::element(std::numeric_limits<std::int64_t>::min(),
                              std::numeric_limits<std::int64_t>::max())}}));
  const auto expected = naive::counts_at_or_below(Cells(moved.cells), plain.columns, Cells(thresholds));
  same_everywhere(
      plain, centre,
      [&](const GridRows &rows, const RunOptions &run) {
        return opened(ColumnCounts::of(rows, thresholds, run).value());
      },
      expected);
}

GeometricGrid any_radii(const Plain &plain, bool norms) {
  Integer limit = to_integer(Int128{plain.grid.bound()}) * 2;
  if (norms) limit *= to_integer(std::uint64_t{plain.columns});
  if (*rc::gen::arbitrary<bool>()) limit = limit / 3 + 1; // some are beyond
  return GeometricGrid::up_to(limit, *rc::gen::inRange(3U, 200U));
}

RC_GTEST_PROP(Answers, NormHistogramsAreThoseOfTheDefinition, ()) {
  const Plain plain = any_plain(any_bound());
  const auto centre = any_centre(plain);
  const Plain moved = shifted(plain, centre);
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const GeometricGrid radii = any_radii(plain, true);
  std::vector<std::uint64_t> expected(radii.radii().size());
  for (std::size_t row = 0; row < moved.rows(); ++row) {
    const Integer size = naive::norm(norm, moved.row(row));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const Integer &radius = radii.radii()[i];
      expected[i] += size <= (norm == Norm::l1 ? radius : Integer(radius * radius)) ? 1 : 0;
    }
  }
  same_everywhere(
      plain, centre,
      [&](const GridRows &rows, const RunOptions &run) {
        return opened(NormHistogram::of(rows, norm, radii, run).value());
      },
      expected);
}

RC_GTEST_PROP(Answers, PooledHistogramsAreThoseOfTheDefinition, ()) {
  const Plain plain = any_plain(any_bound());
  const auto centre = any_centre(plain);
  const Plain moved = shifted(plain, centre);
  const GeometricGrid radii = any_radii(plain, false);
  std::vector<std::uint64_t> expected(radii.radii().size());
  for (const std::int64_t cell : moved.cells)
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] += abs(naive::exactly(cell)) <= radii.radii()[i] ? 1 : 0;
  same_everywhere(
      plain, centre,
      [&](const GridRows &rows, const RunOptions &run) {
        return opened(PooledHistogram::of(rows, radii, run).value());
      },
      expected);
}

// Limits around the norms there are, so that rows lie inside, on the edge and outside.
Ball any_ball(const Plain &moved) {
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const auto row = *rc::gen::inRange<std::size_t>(0, moved.rows());
  Integer limit = naive::norm(norm, moved.row(row)) + *rc::gen::inRange(-1, 2);
  if (*rc::gen::inRange(0, 3) == 0) limit = limit / 7;
  if (limit < 0) limit = 0;
  return norm == Norm::l1 ? Ball::l1(limit) : Ball::l2(limit);
}

RC_GTEST_PROP(Answers, ClippedSumsAreThoseOfTheDefinition, ()) {
  const Plain plain = any_plain(any_bound(), 25, 20);
  const auto centre = any_centre(plain);
  const Plain moved = shifted(plain, centre);
  const Ball ball = any_ball(moved);
  std::vector<Int128> expected(plain.columns);
  for (std::size_t row = 0; row < moved.rows(); ++row) {
    const auto clipped = naive::clipped(ball.norm(), ball.limit(), moved.row(row));
    RC_ASSERT(naive::norm(ball.norm(), Cells(clipped)) <= ball.limit());
    for (std::size_t j = 0; j < plain.columns; ++j) expected[j] += clipped[j];
  }
  same_everywhere(
      plain, centre,
      [&](const GridRows &rows, const RunOptions &run) {
        return opened(ClippedSums::of(rows, ball, run).value());
      },
      expected);
}

// What an answer says one row can move is what one row can move, and no less is said than can happen.
struct Moved {
  Integer l1 = 0, squared = 0;
};
Moved distance(const std::vector<Int128> &a, const std::vector<Int128> &b) {
  Moved result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Integer difference = to_integer(a[i]) - to_integer(b[i]);
    result.l1 += abs(difference);
    result.squared += difference * difference;
  }
  return result;
}

RC_GTEST_PROP(Answers, ReplacingARowMovesNoAnswerFurtherThanItSays, ()) {
  const Plain before = any_plain(any_bound(), 12, 12);
  Plain after = before;
  const auto row = *rc::gen::inRange<std::size_t>(0, before.rows());
  const std::int64_t bound = before.grid.bound();
  for (std::size_t j = 0; j < before.columns; ++j)
    after.cells[row * before.columns + j] = *rc::gen::elementOf(
        std::vector<std::int64_t>{bound, -bound, 0, 1, -before.cells[row * before.columns + j]});
  const Ball ball = any_ball(before);
  const GeometricGrid radii = any_radii(before, true);
  std::vector<std::int64_t> thresholds(before.columns, *rc::gen::elementOf(before.cells));

  const auto a = exact_rows(before), b = exact_rows(after);
  const auto check_sum = [](const ExactSum &x, const ExactSum &y) {
    const Moved moved = distance(opened(x), opened(y));
    RC_ASSERT(moved.squared <= x.squared_sensitivity());
    RC_ASSERT(moved.l1 <= x.l1_sensitivity());
  };
  check_sum(ColumnSums::of(*a).value(), ColumnSums::of(*b).value());
  check_sum(ClippedSums::of(*a, ball).value(), ClippedSums::of(*b, ball).value());
  const auto check_counts = [](const ExactCounts &x, const ExactCounts &y) {
    const auto xs = opened(x), ys = opened(y);
    for (std::size_t i = 0; i < xs.size(); ++i)
      RC_ASSERT((xs[i] < ys[i] ? ys[i] - xs[i] : xs[i] - ys[i]) <= x.moved_by_one_row());
  };
  check_counts(ColumnCounts::of(*a, thresholds).value(), ColumnCounts::of(*b, thresholds).value());
  for (const Norm norm : {Norm::l1, Norm::l2})
    check_counts(NormHistogram::of(*a, norm, radii).value(), NormHistogram::of(*b, norm, radii).value());
  check_counts(PooledHistogram::of(*a, radii).value(), PooledHistogram::of(*b, radii).value());
}

// The bounds are reached: a row against its opposite.
TEST(Answers, TheirSensitivitiesAreReached) {
  for (const std::size_t columns : {1U, 4U, 9U}) {
    const std::int64_t bound = 1000;
    const Grid grid = Grid::of(0, bound).value();
    const auto all = [&](std::int64_t cell) {
      return exact_rows({columns, std::vector<std::int64_t>(columns, cell), grid});
    };
    const auto low = ColumnSums::of(*all(-bound)).value(), high = ColumnSums::of(*all(bound)).value();
    EXPECT_EQ(distance(opened(low), opened(high)).squared, low.squared_sensitivity());
    EXPECT_EQ(distance(opened(low), opened(high)).l1, low.l1_sensitivity());
    // The corner of the cube on the sphere: columns * 100^2.
    const Ball ball = Ball::l2(Integer(10000 * columns));
    const auto a = ClippedSums::of(*all(-bound), ball).value(),
               b = ClippedSums::of(*all(bound), ball).value();
    EXPECT_EQ(distance(opened(a), opened(b)).squared, a.squared_sensitivity());
    EXPECT_EQ(distance(opened(a), opened(b)).l1, a.l1_sensitivity());
  }
}

// Rows of zeros and ones, scaled: two that have no one in common are as far apart as is said, and no two are
// further. A shift ends it.
TEST(Answers, RowsWithoutNegativeCellsMoveLess) {
  const auto rows_of = [](std::vector<int> cells) {
    return scaled_rows(zeros_and_ones(Table::dense(numbered_names(4), std::move(cells)).value()).value(),
                       {3, 4, 4, 3})
        .value();
  };
  const auto left = rows_of({1, 1, 0, 0}), right = rows_of({0, 0, 1, 1}), none = rows_of({0, 0, 0, 0}),
             all = rows_of({1, 1, 1, 1});
  EXPECT_TRUE(left->non_negative());
  const Ball ball = Ball::l2(Integer(25));
  const auto a = ClippedSums::of(*left, ball).value(), b = ClippedSums::of(*right, ball).value();
  EXPECT_EQ(a.squared_sensitivity(), 50);
  EXPECT_EQ(a.l1_sensitivity(), 15); // sqrt(200), rounded up
  EXPECT_EQ(distance(opened(a), opened(b)).squared, 50);
  const auto x = ColumnSums::of(*none).value(), y = ColumnSums::of(*all).value();
  EXPECT_EQ(x.squared_sensitivity(), 4 * 16);
  EXPECT_EQ(x.l1_sensitivity(), 4 * 4);
  EXPECT_EQ(distance(opened(x), opened(y)).squared, 9 + 16 + 16 + 9);
  for (const Norm norm : {Norm::l1, Norm::l2}) {
    const auto within = [&](const GridRows &rows) {
      return ClippedSums::of(rows, norm == Norm::l1 ? Ball::l1(Integer(6)) : Ball::l2(Integer(36))).value();
    };
    for (int p = 0; p < 16; ++p)
      for (int q = 0; q < 16; ++q) {
        const auto bits = [](int mask) {
          return std::vector<int>{mask & 1, mask >> 1 & 1, mask >> 2 & 1, mask >> 3 & 1};
        };
        const auto first = within(*rows_of(bits(p))), second = within(*rows_of(bits(q)));
        const Moved moved = distance(opened(first), opened(second));
        EXPECT_LE(moved.squared, first.squared_sensitivity());
        EXPECT_LE(moved.l1, first.l1_sensitivity());
      }
  }

  EXPECT_TRUE(clamped_rows(left, 2)->non_negative());
  const auto shifted = shifted_rows(left, {0, 0, 0, 0}).value();
  EXPECT_FALSE(shifted->non_negative());
  EXPECT_FALSE(clamped_rows(shifted, 2)->non_negative());
  EXPECT_FALSE(scaled_rows(shifted, {1, 1, 1, 1}).value()->non_negative());
  const auto two = rows_of({1, 0, 1, 0, 0, 1, 1, 1});
  EXPECT_FALSE(
      pair_differences(two, std::vector<std::uint64_t>{0, 1}, PairOrder::open).value()->non_negative());
  EXPECT_FALSE(scaled_rows(left, {1, 1, 1, -1}).value()->non_negative());
  EXPECT_FALSE(rotated_rows(left, {0}).value()->non_negative());
  EXPECT_FALSE(KeepRows::all(*left, {}).value()->non_negative()); // nobody told them
  EXPECT_EQ(ClippedSums::of(*shifted_rows(left, {0, 0, 0, 0}).value(), ball).value().squared_sensitivity(),
            100);
}

TEST(Answers, TheLargestCellsOfTheGridDoNotOverflow) {
  const std::size_t rows = 100'000;
  const Plain plain{1, std::vector<std::int64_t>(rows, Grid::largest_bound),
                    Grid::of(0, Grid::largest_bound).value()};
  const auto people = exact_rows(plain);
  EXPECT_TRUE(opened(ColumnSums::of(*people).value())[0] == Int128{Grid::largest_bound} * rows);
  const Ball all = Ball::l2(power_of_two(124));
  EXPECT_TRUE(opened(ClippedSums::of(*people, all).value())[0] == Int128{Grid::largest_bound} * rows);
  const Ball less = Ball::l2(power_of_two(124) - 1);
  EXPECT_TRUE(opened(ClippedSums::of(*people, less).value())[0] == (Int128{Grid::largest_bound} - 1) * rows);
}

// Enough rows for many blocks and threads at once.
TEST(Answers, ManyRowsOnManyThreadsAddUp) {
  const std::size_t rows = 300'000, columns = 5;
  Plain plain{columns, {}, Grid::of(0, 1 << 20).value()};
  for (std::size_t i = 0; i < rows * columns; ++i)
    plain.cells.push_back(static_cast<std::int64_t>(i * 2654435761U % 2000003) - 1000001);
  for (const Table &table :
       {dense_table(plain), sparse_table(plain), InChunks::of(dense_table(plain), {1, 100'000, 7})}) {
    const auto people = on_grid(table, plain.grid).value();
    const auto alone = ColumnSums::of(*people, {.threads = 1}).value();
    const Ball ball = Ball::l2(Integer(600'000) * 600'000);
    const auto clipped = ClippedSums::of(*people, ball, {.threads = 1}).value();
    for (const unsigned threads : {2U, 3U, 8U}) {
      EXPECT_EQ(opened(ColumnSums::of(*people, {.threads = threads}).value()), opened(alone));
      EXPECT_EQ(opened(ClippedSums::of(*people, ball, {.threads = threads}).value()), opened(clipped));
    }
  }
}

TEST(Answers, QuestionsThatDoNotFitTheRowsAreABug) {
  const Plain plain{2, {1, 2}, Grid::of(0, 5).value()};
  const auto people = exact_rows(plain);
  EXPECT_THROW((void)ColumnCounts::of(*people, std::vector<std::int64_t>{1, 2, 3}), std::logic_error);
  EXPECT_THROW((void)ColumnCounts::of(*people, std::vector<std::int64_t>{}), std::logic_error);
}

} // namespace answers_test
} // namespace poise::internal
