// Counts at or below thresholds: equal to counting one by one, for any cut, on every instruction set.
#include "poise/aggregate/kernel/counts_at_or_below.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace counts_at_or_below_test {

// Thresholds that meet cells often.
template <class T> std::vector<T> any_thresholds(const Block<T> &block) {
  const auto levels = *rc::gen::inRange<std::size_t>(0, 6);
  std::vector<T> thresholds = many_cells<T>(levels * block.columns, 1000);
  for (std::size_t i = 0; i < thresholds.size(); ++i)
    if (i % 3 != 0 && !block.cells.empty()) thresholds[i] = block.cells[(i * 7919) % block.cells.size()];
  if (!thresholds.empty()) thresholds[0] = *any_cell<T>();
  return thresholds;
}

template <class T> void equal_counting_one_by_one() {
  const auto block = any_block<T>();
  const auto thresholds = any_thresholds(block);
  const auto pieces = any_cut(block);
  const auto expected = naive::counts_at_or_below(block.all(), block.columns, std::span<const T>(thresholds));
  on_every_target([&] {
    std::vector<std::uint64_t> counts(thresholds.size());
    for (const auto piece : pieces)
      add_counts_at_or_below(piece, block.columns, std::span<const T>(thresholds), counts);
    RC_ASSERT(counts == expected);
  });
}

RC_GTEST_PROP(CountsAtOrBelow, EqualCountingOneByOneForAnyCutIn32Bits, ()) {
  equal_counting_one_by_one<std::int32_t>();
}
RC_GTEST_PROP(CountsAtOrBelow, EqualCountingOneByOneForAnyCutIn64Bits, ()) {
  equal_counting_one_by_one<std::int64_t>();
}

RC_GTEST_PROP(CountsAtOrBelow, ReplacingOneRowMovesEachByAtMostOne, ()) {
  auto block = any_block<std::int32_t>();
  RC_PRE(block.rows() > 0);
  const auto thresholds = any_thresholds(block);
  std::vector<std::uint64_t> before(thresholds.size()), after(thresholds.size());
  add_counts_at_or_below(block.all(), block.columns, std::span(thresholds), before);
  const auto row = *rc::gen::inRange<std::size_t>(0, block.rows());
  for (std::size_t j = 0; j < block.columns; ++j)
    block.cells[row * block.columns + j] = *any_cell<std::int32_t>();
  add_counts_at_or_below(block.all(), block.columns, std::span(thresholds), after);
  for (std::size_t i = 0; i < before.size(); ++i)
    RC_ASSERT(before[i] + 1 >= after[i] && after[i] + 1 >= before[i]);
}

TEST(CountsAtOrBelow, TheExtremesOfTheTypeAreOrdered) {
  const std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                     most = std::numeric_limits<std::int64_t>::max();
  on_every_target([&] {
    const std::vector<std::int64_t> cells = {least, most, 0, -1, most, least};
    const std::vector<std::int64_t> thresholds = {least, -1, 0, most};
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      std::vector<std::uint64_t> count(1);
      add_counts_at_or_below(std::span(cells), 1, std::span(thresholds).subspan(t, 1), count);
      EXPECT_EQ(count[0], (std::vector<std::uint64_t>{2, 3, 4, 6})[t]);
    }
  });
}

TEST(CountsAtOrBelow, CountsAreAddedToWhatIsThere) {
  const std::vector<std::int32_t> cells = {1, 2, 3};
  const std::vector<std::int32_t> threshold = {2};
  std::vector<std::uint64_t> count = {std::uint64_t{1} << 40};
  add_counts_at_or_below(std::span(cells), 1, std::span(threshold), count);
  EXPECT_EQ(count[0], (std::uint64_t{1} << 40) + 2);
}

TEST(CountsAtOrBelow, APieceOfARowIsABug) {
  const std::vector<std::int32_t> cells(6), thresholds(4);
  std::vector<std::uint64_t> counts(4);
  EXPECT_THROW(add_counts_at_or_below(std::span(cells), 0, std::span(thresholds), counts), std::logic_error);
  EXPECT_THROW(add_counts_at_or_below(std::span(cells), 4, std::span(thresholds), counts), std::logic_error);
  EXPECT_THROW(add_counts_at_or_below(std::span(cells), 3, std::span(thresholds), counts), std::logic_error);
  counts.pop_back();
  EXPECT_THROW(add_counts_at_or_below(std::span(cells), 2, std::span(thresholds), counts), std::logic_error);
}

} // namespace counts_at_or_below_test
} // namespace poise::internal
