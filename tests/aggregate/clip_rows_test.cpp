// Clipped sums: the naive clipped rows added up, for any cut, on every instruction set, within their
// sensitivity.
#include "poise/aggregate/kernel/clip_rows.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace clip_rows_test {

template <class T> std::vector<Int128> naive_sums(Norm norm, const Integer &limit, const Block<T> &block) {
  std::vector<Int128> sums(block.columns);
  for (std::size_t row = 0; row < block.rows(); ++row) {
    const auto clipped = naive::clipped(norm, limit, block.row(row));
    for (std::size_t j = 0; j < block.columns; ++j) sums[j] += clipped[j];
  }
  return sums;
}

// Of the size of some row's norm, so that some rows are clipped and others not.
template <class T> Integer any_limit(Norm norm, const Block<T> &block) {
  if (block.rows() == 0) return 5;
  const auto row = *rc::gen::inRange<std::size_t>(0, block.rows());
  const Integer limit = naive::norm(norm, block.row(row)) - *rc::gen::inRange(0, 2);
  return limit < 0 ? Integer(0) : limit;
}

Ball ball_of(Norm norm, const Integer &limit) { return norm == Norm::l1 ? Ball::l1(limit) : Ball::l2(limit); }

template <class T> void equal_the_naive_sums(std::size_t most_rows = 40, std::size_t most_columns = 70) {
  const auto block = any_block<T>(most_rows, most_columns);
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const Integer limit = any_limit(norm, block);
  const auto pieces = any_cut(block);
  const auto expected = naive_sums(norm, limit, block);
  on_every_target([&] {
    std::vector<Int128> sums(block.columns);
    for (const auto piece : pieces) add_clipped_rows(ball_of(norm, limit), piece, block.columns, sums);
    RC_ASSERT(sums == expected);
  });
}

RC_GTEST_PROP(ClippedSum, EqualsTheNaiveSumForAnyCutIn32Bits, ()) { equal_the_naive_sums<std::int32_t>(); }
RC_GTEST_PROP(ClippedSum, EqualsTheNaiveSumForAnyCutIn64Bits, ()) { equal_the_naive_sums<std::int64_t>(); }

RC_GTEST_PROP(ClippedSum, EqualsTheNaiveSumOfNarrowRows, ()) {
  equal_the_naive_sums<std::int32_t>(200, 3);
  equal_the_naive_sums<std::int64_t>(200, 3);
}

RC_GTEST_PROP(ClippedSum, ReplacingOneRowMovesItByAtMostTwiceTheRadius, ()) {
  auto block = any_block<std::int32_t>();
  RC_PRE(block.rows() > 0);
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const Integer limit = any_limit(norm, block);
  std::vector<Int128> before(block.columns), after(block.columns);
  add_clipped_rows(ball_of(norm, limit), block.all(), block.columns, before);
  const auto row = *rc::gen::inRange<std::size_t>(0, block.rows());
  for (std::size_t j = 0; j < block.columns; ++j) {
    auto &cell = block.cells[row * block.columns + j];
    cell = cell > 0 ? std::numeric_limits<std::int32_t>::min() : *any_cell<std::int32_t>();
  }
  add_clipped_rows(ball_of(norm, limit), block.all(), block.columns, after);
  Integer moved = 0;
  for (std::size_t j = 0; j < before.size(); ++j) {
    const Integer difference = abs(to_integer(after[j]) - to_integer(before[j]));
    moved += norm == Norm::l1 ? difference : Integer(difference * difference);
  }
  RC_ASSERT(moved <= (norm == Norm::l1 ? 2 : 4) * limit);
}

// Rows that do not fit a chunk, and enough of them for several.
TEST(ClippedSum, ManyChunksAndLongRowsAddUp) {
  for (const std::size_t columns : {1U, 37U, 20'000U}) {
    Block<std::int64_t> block{columns, std::vector<std::int64_t>(columns * (columns > 1000 ? 5 : 9000))};
    for (std::size_t i = 0; i < block.cells.size(); ++i)
      block.cells[i] = static_cast<std::int64_t>(i * 0x9e3779b97f4a7c15U) >> (i % columns % 50);
    on_every_target([&] {
      std::vector<Int128> sums(columns), expected(columns);
      add_clipped_rows(Ball::l1(power_of_two(120)), block.all(), columns, sums);
      for (std::size_t i = 0; i < block.cells.size(); ++i) expected[i % columns] += block.cells[i];
      EXPECT_TRUE(sums == expected);
    });
  }
}

TEST(ClippedSum, TheLargestCellsDoNotOverflow) {
  const std::size_t rows = 100'000;
  on_every_target([&] {
    const std::vector<std::int64_t> wide(rows, std::numeric_limits<std::int64_t>::min());
    const std::vector<std::int32_t> narrow(rows, std::numeric_limits<std::int32_t>::min());
    std::vector<Int128> wide_sum(1), narrow_sum(1);
    add_clipped_rows(Ball::l2(power_of_two(126)), std::span(wide), 1, wide_sum);
    add_clipped_rows(Ball::l2(power_of_two(62)), std::span(narrow), 1, narrow_sum);
    EXPECT_TRUE(wide_sum[0] == -(Int128{1} << 63) * static_cast<Int128>(rows));
    EXPECT_TRUE(narrow_sum[0] == -(Int128{1} << 31) * static_cast<Int128>(rows));
  });
}

TEST(ClippedSum, APieceOfARowIsABug) {
  const std::vector<std::int32_t> cells(6);
  std::vector<Int128> sums(4);
  EXPECT_THROW(add_clipped_rows(Ball::l1(1), std::span(cells), 0, sums), std::logic_error);
  EXPECT_THROW(add_clipped_rows(Ball::l1(1), std::span(cells), 4, sums), std::logic_error);
  EXPECT_THROW(add_clipped_rows(Ball::l1(1), std::span(cells), 3, sums), std::logic_error);
}

} // namespace clip_rows_test
} // namespace poise::internal
