// Keeping what is inside an interval: equal to keeping one by one, for any cut, on every instruction set.
#include "poise/aggregate/kernel/keep_inside.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace keep_inside_test {

// Cells around the rooms that nobody may touch.
template <class T> constexpr T untouched = 0x5a5a5a5a;

// A bound that meets cells often.
template <class T> T any_bound(const std::vector<T> &cells) {
  if (cells.empty() || *rc::gen::inRange(0, 3) == 0) return *any_cell<T>();
  return cells[*rc::gen::inRange<std::size_t>(0, cells.size())];
}

template <class T> std::vector<T> any_bounds(const Block<T> &block) {
  std::vector<T> bounds;
  for (std::size_t j = 0; j < block.columns; ++j) bounds.push_back(any_bound(block.cells));
  return bounds;
}

// All lists in one piece of memory, each exactly as long as it has to be, with a guard behind it.
template <class T> struct Lists {
  std::vector<T> memory;
  std::vector<std::size_t> starts;

  explicit Lists(const std::vector<std::vector<T>> &expected) {
    for (const auto &list : expected) {
      starts.push_back(memory.size());
      memory.resize(memory.size() + list.size() + 1, untouched<T>);
    }
  }
  std::vector<std::span<T>> rooms(const std::vector<std::vector<T>> &expected) {
    std::vector<std::span<T>> result;
    for (std::size_t j = 0; j < starts.size(); ++j)
      result.push_back(std::span(memory).subspan(starts[j], expected[j].size()));
    return result;
  }
};

template <class T> void appending_equals_keeping_one_by_one() {
  const auto block = any_block<T>(200, 70);
  const auto lows = any_bounds(block), highs = any_bounds(block);
  const auto pieces = any_cut(block);
  const auto expected =
      naive::inside(block.all(), block.columns, std::span<const T>(lows), std::span<const T>(highs));
  on_every_target([&] {
    Lists<T> lists(expected);
    auto rooms = lists.rooms(expected);
    for (const auto piece : pieces)
      append_inside(piece, block.columns, std::span<const T>(lows), std::span<const T>(highs),
                    std::span(rooms));
    for (std::size_t j = 0; j < block.columns; ++j) {
      RC_ASSERT(rooms[j].empty());
      const auto list = std::span(lists.memory).subspan(lists.starts[j], expected[j].size() + 1);
      RC_ASSERT(std::equal(expected[j].begin(), expected[j].end(), list.begin()));
      RC_ASSERT(list.back() == untouched<T>);
    }
  });
}

RC_GTEST_PROP(AppendInside, EqualsKeepingOneByOneForAnyCutIn32Bits, ()) {
  appending_equals_keeping_one_by_one<std::int32_t>();
}
RC_GTEST_PROP(AppendInside, EqualsKeepingOneByOneForAnyCutIn64Bits, ()) {
  appending_equals_keeping_one_by_one<std::int64_t>();
}

template <class T> void keeping_a_list_equals_keeping_one_by_one() {
  const auto block = any_block<T>(300, 1);
  const T low = any_bound(block.cells), high = any_bound(block.cells), threshold = any_bound(block.cells);
  const auto expected =
      naive::inside(block.all(), 1, std::span<const T>(&low, 1), std::span<const T>(&high, 1))[0];
  const std::span<const T> threshold_alone(&threshold, 1);
  const auto count = naive::counts_at_or_below(std::span<const T>(expected), 1, threshold_alone)[0];
  on_every_target([&] {
    auto kept = block.cells, counted = block.cells;
    kept.push_back(untouched<T>), counted.push_back(untouched<T>);
    const auto list = std::span(kept).first(block.cells.size());
    const auto counted_list = std::span(counted).first(block.cells.size());
    RC_ASSERT(keep_inside(list, low, high) == expected.size());
    RC_ASSERT(std::equal(expected.begin(), expected.end(), list.begin()));
    RC_ASSERT((keep_inside_and_count(counted_list, low, high, threshold) == Kept{expected.size(), count}));
    RC_ASSERT(std::equal(expected.begin(), expected.end(), counted_list.begin()));
    RC_ASSERT(kept.back() == untouched<T> && counted.back() == untouched<T>);
    RC_ASSERT(count_at_or_below(std::span<const T>(expected), threshold) == count);
  });
}

RC_GTEST_PROP(KeepInside, EqualsKeepingOneByOneIn32Bits, ()) {
  keeping_a_list_equals_keeping_one_by_one<std::int32_t>();
}
RC_GTEST_PROP(KeepInside, EqualsKeepingOneByOneIn64Bits, ()) {
  keeping_a_list_equals_keeping_one_by_one<std::int64_t>();
}

template <class T> void the_extremes_are_ordered() {
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  const std::vector<T> cells = {
      most, least, 0, most, static_cast<T>(least + 1), -1, static_cast<T>(most - 1)};
  on_every_target([&] {
    for (const T low : cells)
      for (const T high : cells) {
        auto list = cells;
        std::vector<T> expected;
        for (const T cell : cells)
          if (low < cell && cell <= high) expected.push_back(cell);
        list.resize(keep_inside(std::span(list), low, high));
        EXPECT_EQ(list, expected);
      }
  });
}

TEST(KeepInside, TheExtremesOfTheTypeAreOrdered) {
  the_extremes_are_ordered<std::int32_t>();
  the_extremes_are_ordered<std::int64_t>();
}

TEST(AppendInside, RoomThatIsLeftOverStaysWithTheColumn) {
  const std::vector<std::int32_t> cells = {1, 10, 2, 20, 3, 30}, lows = {1, 5}, highs = {3, 20};
  on_every_target([&] {
    std::vector<std::int32_t> first(4), second(3);
    std::vector<std::span<std::int32_t>> rooms = {first, second};
    append_inside(std::span(cells), 2, std::span(lows), std::span(highs), std::span(rooms));
    EXPECT_EQ(first[0], 2);
    EXPECT_EQ(first[1], 3);
    EXPECT_EQ(rooms[0].data(), first.data() + 2);
    EXPECT_EQ(rooms[0].size(), 2U);
    EXPECT_EQ(second[0], 10);
    EXPECT_EQ(second[1], 20);
    EXPECT_EQ(rooms[1].size(), 1U);
  });
}

TEST(AppendInside, ARoomTooSmallIsABug) {
  const std::vector<std::int32_t> cells(100, 1), lows = {0, 0}, highs = {1, 1};
  on_every_target([&] {
    std::vector<std::int32_t> first(50), second(49);
    std::vector<std::span<std::int32_t>> rooms = {first, second};
    EXPECT_THROW(append_inside(std::span(cells), 2, std::span(lows), std::span(highs), std::span(rooms)),
                 std::logic_error);
  });
}

TEST(AppendInside, APieceOfARowIsABug) {
  const std::vector<std::int32_t> cells(6), bounds(4);
  std::vector<std::span<std::int32_t>> rooms(4);
  const auto all = std::span(bounds);
  EXPECT_THROW(append_inside(std::span(cells), 0, all, all, std::span(rooms)), std::logic_error);
  EXPECT_THROW(append_inside(std::span(cells), 4, all, all, std::span(rooms)), std::logic_error);
  EXPECT_THROW(append_inside(std::span(cells), 3, all, all, std::span(rooms)), std::logic_error);
  EXPECT_THROW(append_inside(std::span(cells), 2, all, all.first(2), std::span(rooms).first(2)),
               std::logic_error);
}

} // namespace keep_inside_test
} // namespace poise::internal
