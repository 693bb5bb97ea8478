// What a search keeps as it narrows: the cells inside an interval, as one list a column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poise::internal {

// PROMISE  For each column j, the cells x with lows[j] < x <= highs[j] are written to the front
//          of rooms[j], in the order of their rows, and rooms[j] becomes what is left of it.
//          Cells outside rooms stay as they are; what a room has left may be overwritten. Blocks
//          may be appended in any cut.
// WHY      x - low, taken modulo 2^32 (2^64), orders the interval as the numbers from 1 to high - low, so one
//          comparison of x - low - 1 < high - low decides; where low >= high nothing is inside.
// CHECKED  tests/aggregate/keep_inside_test.cpp
//
// Cells are whole rows of `columns` cells; a low, a high and a room a column. A room too small is a bug: it
// throws std::logic_error, and rooms are then unspecified.
void append_inside(std::span<const std::int32_t> cells, std::size_t columns,
                   std::span<const std::int32_t> lows, std::span<const std::int32_t> highs,
                   std::span<std::span<std::int32_t>> rooms);
void append_inside(std::span<const std::int64_t> cells, std::size_t columns,
                   std::span<const std::int64_t> lows, std::span<const std::int64_t> highs,
                   std::span<std::span<std::int64_t>> rooms);

struct Kept {
  std::size_t length = 0;        // how many cells stayed
  std::uint64_t at_or_below = 0; // how many of those are <= the threshold

  friend bool operator==(const Kept &, const Kept &) = default;
};

// PROMISE  The cells x of the list with low < x <= high move to its front, in their order; the
//          rest of the list is unspecified. Counts are exact.
// WHY      A register is read before it is written, and never written behind the last cell that was read.
// CHECKED  tests/aggregate/keep_inside_test.cpp
std::size_t keep_inside(std::span<std::int32_t> list, std::int32_t low, std::int32_t high);
std::size_t keep_inside(std::span<std::int64_t> list, std::int64_t low, std::int64_t high);

// One step of a search in one walk over the list: keeps, and counts what it keeps.
Kept keep_inside_and_count(std::span<std::int32_t> list, std::int32_t low, std::int32_t high,
                           std::int32_t threshold);
Kept keep_inside_and_count(std::span<std::int64_t> list, std::int64_t low, std::int64_t high,
                           std::int64_t threshold);

// How many cells x of the list have x <= threshold, exactly.
std::uint64_t count_at_or_below(std::span<const std::int32_t> list, std::int32_t threshold);
std::uint64_t count_at_or_below(std::span<const std::int64_t> list, std::int64_t threshold);

} // namespace poise::internal
