// Counting down the rows, once per instruction set, a register of columns at a time.
#include "poise/aggregate/kernel/counts_at_or_below.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/counts_at_or_below.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Whole registers of a row, and one more that ends with the row: it may look at columns again, so each
// register has lanes of its own to count in, and lane i of register r counts column min(r * lanes, width -
// lanes) + i.
template <class T> struct Registers {
  hn::CappedTag<T, 64 / sizeof(T)> d;
  std::size_t width;

  std::size_t lanes() const { return hn::Lanes(d); }
  std::size_t count() const { return (width + lanes() - 1) / lanes(); }
  std::size_t column(std::size_t r) const { return std::min(r * lanes(), width - lanes()); }
};

// The lanes tally cells above the threshold: a true comparison is -1 in its lane, so subtracting it counts.
template <class D, class V> HWY_INLINE V tally_above(D d, V tally, V cell, V threshold) {
  return hn::Sub(tally, hn::VecFromMask(d, hn::Gt(cell, threshold)));
}

// Four rows at a time, so that thresholds and tallies are fetched once for four cells.
template <class T>
void count_rows(const T *cells, std::size_t rows, std::size_t width, const T *thresholds, std::size_t levels,
                T *tallies) {
  const Registers<T> registers{{}, width};
  const auto d = registers.d;
  const std::size_t n = registers.lanes(), per_row = registers.count();
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4)
    for (std::size_t r = 0; r < per_row; ++r) {
      const std::size_t column = registers.column(r);
      const T *at = cells + row * width + column;
      const auto a = hn::LoadU(d, at), b = hn::LoadU(d, at + width), c = hn::LoadU(d, at + 2 * width),
                 e = hn::LoadU(d, at + 3 * width);
      for (std::size_t t = 0; t < levels; ++t) {
        const auto threshold = hn::LoadU(d, thresholds + t * width + column);
        T *tally = tallies + (t * per_row + r) * n;
        auto count = hn::LoadU(d, tally);
        count = tally_above(d, count, a, threshold);
        count = tally_above(d, count, b, threshold);
        count = tally_above(d, count, c, threshold);
        count = tally_above(d, count, e, threshold);
        hn::StoreU(count, d, tally);
      }
    }
  for (; row < rows; ++row)
    for (std::size_t r = 0; r < per_row; ++r) {
      const std::size_t column = registers.column(r);
      const auto a = hn::LoadU(d, cells + row * width + column);
      for (std::size_t t = 0; t < levels; ++t) {
        T *tally = tallies + (t * per_row + r) * n;
        const auto threshold = hn::LoadU(d, thresholds + t * width + column);
        hn::StoreU(tally_above(d, hn::LoadU(d, tally), a, threshold), d, tally);
      }
    }
}

// Empties the lanes into the counts: of the rows, what is not above. A column that two registers see is taken
// from the first.
template <class T>
void empty_lanes(std::size_t rows, std::size_t width, std::size_t columns, std::size_t levels,
                 std::vector<T> &tallies, std::uint64_t *counts) {
  const Registers<T> registers{{}, width};
  const std::size_t n = registers.lanes(), per_row = registers.count();
  for (std::size_t t = 0; t < levels; ++t)
    for (std::size_t r = 0; r < per_row; ++r)
      for (std::size_t i = 0; i < n; ++i) {
        const std::size_t column = registers.column(r) + i;
        if (column < r * n) continue;
        const auto above = static_cast<std::uint64_t>(tallies[(t * per_row + r) * n + i]);
        counts[t * columns + column % columns] += rows - above;
      }
  std::fill(tallies.begin(), tallies.end(), T{0});
}

template <class T>
void count_plainly(const T *cells, std::size_t rows, std::size_t columns, const T *thresholds,
                   std::size_t levels, std::uint64_t *counts) {
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t i = 0; i < levels * columns; ++i)
      counts[i] += cells[row * columns + i % columns] <= thresholds[i] ? 1 : 0;
}

// Narrow rows are taken several at once, as one row that fills a few registers.
template <class T>
void count_block(const T *cells, std::size_t rows, std::size_t columns, const T *thresholds,
                 std::size_t levels, std::uint64_t *counts) {
  const std::size_t lanes = Registers<T>{{}, columns}.lanes();
  const std::size_t folded = columns >= 4 * lanes ? 1 : (4 * lanes + columns - 1) / columns;
  const std::size_t width = folded * columns, wide_rows = rows / folded;
  std::vector<T> wide_thresholds(levels * width);
  for (std::size_t i = 0; i < wide_thresholds.size(); ++i)
    wide_thresholds[i] = thresholds[i / width * columns + i % width % columns];
  std::vector<T> tallies(levels * Registers<T>{{}, width}.count() * lanes);
  constexpr std::size_t most = std::size_t{1} << 30;
  for (std::size_t first = 0; first < wide_rows; first += most) {
    const std::size_t count = std::min(most, wide_rows - first);
    count_rows(cells + first * width, count, width, wide_thresholds.data(), levels, tallies.data());
    empty_lanes(count, width, columns, levels, tallies, counts);
  }
  const std::size_t done = wide_rows * folded;
  count_plainly(cells + done * columns, rows - done, columns, thresholds, levels, counts);
}

void count_32(const std::int32_t *cells, std::size_t rows, std::size_t columns,
              const std::int32_t *thresholds, std::size_t levels, std::uint64_t *counts) {
  count_block(cells, rows, columns, thresholds, levels, counts);
}
void count_64(const std::int64_t *cells, std::size_t rows, std::size_t columns,
              const std::int64_t *thresholds, std::size_t levels, std::uint64_t *counts) {
  count_block(cells, rows, columns, thresholds, levels, counts);
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(count_32);
HWY_EXPORT(count_64);

void check_shape(std::size_t cells, std::size_t columns, std::size_t thresholds, std::size_t counts) {
  if (columns == 0 || cells % columns != 0 || thresholds % columns != 0 || counts != thresholds)
    throw std::logic_error("poise: counting needs whole rows, whole rows of thresholds and a count for each");
}

} // namespace

void add_counts_at_or_below(std::span<const std::int32_t> cells, std::size_t columns,
                            std::span<const std::int32_t> thresholds, std::span<std::uint64_t> counts) {
  check_shape(cells.size(), columns, thresholds.size(), counts.size());
  HWY_DYNAMIC_DISPATCH(count_32)
  (cells.data(), cells.size() / columns, columns, thresholds.data(), thresholds.size() / columns,
   counts.data());
}
void add_counts_at_or_below(std::span<const std::int64_t> cells, std::size_t columns,
                            std::span<const std::int64_t> thresholds, std::span<std::uint64_t> counts) {
  check_shape(cells.size(), columns, thresholds.size(), counts.size());
  HWY_DYNAMIC_DISPATCH(count_64)
  (cells.data(), cells.size() / columns, columns, thresholds.data(), thresholds.size() / columns,
   counts.data());
}

} // namespace poise::internal
#endif // HWY_ONCE
