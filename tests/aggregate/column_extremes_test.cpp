// Extremes of columns: those found one by one, for any cut, on every instruction set.
#include "poise/aggregate/kernel/column_extremes.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"

#include <algorithm>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace column_extremes_test {

template <class T> void extremes_are_those_found_one_by_one() {
  const auto block = any_block<T>();
  const T start_least = *any_cell<T>(), start_most = *any_cell<T>();
  std::vector<T> least(block.columns, start_least), most(block.columns, start_most);
  for (std::size_t i = 0; i < block.cells.size(); ++i) {
    least[i % block.columns] = std::min(least[i % block.columns], block.cells[i]);
    most[i % block.columns] = std::max(most[i % block.columns], block.cells[i]);
  }
  const auto cut = any_cut(block);
  on_every_target([&] {
    std::vector<T> low(block.columns, start_least), high(block.columns, start_most);
    for (const std::span<const T> piece : cut) widen_extremes(piece, low, high);
    RC_ASSERT(low == least);
    RC_ASSERT(high == most);
  });
}

RC_GTEST_PROP(ColumnExtremes, AreThoseFoundOneByOneIn32Bits, ()) {
  extremes_are_those_found_one_by_one<std::int32_t>();
}
RC_GTEST_PROP(ColumnExtremes, AreThoseFoundOneByOneIn64Bits, ()) {
  extremes_are_those_found_one_by_one<std::int64_t>();
}

TEST(ColumnExtremes, OtherShapesAreABug) {
  std::vector<std::int32_t> one(1), two(2), none;
  EXPECT_THROW(widen_extremes(two, none, none), std::logic_error);
  EXPECT_THROW(widen_extremes(two, two, one), std::logic_error);
  EXPECT_THROW(widen_extremes(one, two, two), std::logic_error);
}

} // namespace column_extremes_test
} // namespace poise::internal
