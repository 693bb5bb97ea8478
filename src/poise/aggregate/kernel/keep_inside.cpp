// Columns are turned into lists a small tile at a time, and lists are compacted a register at a time, once
// per instruction set.
#include "poise/aggregate/kernel/keep_inside.h"

#include <algorithm>
#include <stdexcept>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/keep_inside.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T> using Lanes = hn::CappedTag<T, 64 / sizeof(T)>;

// low < x <= high, by one comparison of unsigned numbers.
template <class T> class Interval {
public:
  using Plain = std::make_unsigned_t<T>;

  Interval(T low, T high)
      : first_(static_cast<Plain>(static_cast<Plain>(low) + 1)),
        length_(low < high ? static_cast<Plain>(static_cast<Plain>(high) - static_cast<Plain>(low)) : 0) {}

  bool holds(T x) const { return static_cast<Plain>(static_cast<Plain>(x) - first_) < length_; }

  template <class D, class V> HWY_INLINE auto holds(D d, V x) const {
    const hn::RebindToUnsigned<D> u;
    return hn::RebindMask(d, hn::Lt(hn::Sub(hn::BitCast(u, x), hn::Set(u, first_)), hn::Set(u, length_)));
  }

private:
  Plain first_;
  Plain length_;
};

// Writes the cells inside to `to`, which may be `from` itself, and returns how many they are. Whole registers
// are written, but never beyond to + size.
template <bool counts, class T>
HWY_INLINE std::size_t keep(const T *from, std::size_t size, const Interval<T> &interval, T threshold, T *to,
                            std::uint64_t &above) {
  const Lanes<T> d;
  const std::size_t n = hn::Lanes(d);
  const auto level = hn::Set(d, threshold);
  T *const begin = to;
  std::size_t i = 0;
  for (; i + n <= size; i += n) {
    const auto x = hn::LoadU(d, from + i);
    const auto inside = interval.holds(d, x);
    if constexpr (counts) above += hn::CountTrue(d, hn::And(inside, hn::Gt(x, level)));
    hn::StoreU(hn::Compress(x, inside), d, to);
    to += hn::CountTrue(d, inside);
  }
  for (; i < size; ++i) {
    const T x = from[i];
    const bool inside = interval.holds(x);
    if constexpr (counts) above += inside && x > threshold ? 1 : 0;
    *to = x;
    to += inside ? 1 : 0;
  }
  return static_cast<std::size_t>(to - begin);
}

template <class T> std::uint64_t count(const T *cells, std::size_t size, T threshold) {
  const Lanes<T> d;
  const std::size_t n = hn::Lanes(d);
  const auto level = hn::Set(d, threshold);
  std::uint64_t above = 0;
  std::size_t i = 0;
  for (; i + n <= size; i += n) above += hn::CountTrue(d, hn::Gt(hn::LoadU(d, cells + i), level));
  for (; i < size; ++i) above += cells[i] > threshold ? 1 : 0;
  return size - above;
}

// A tile: as many columns as fill a cache line, and rows enough to make a visit to each list worth while.
template <class T> constexpr std::size_t tile_columns = 64 / sizeof(T);
constexpr std::size_t tile_rows = 256;

// One column of a tile to the front of its room. Where a register might be written beyond the room, the cells
// go through a buffer. False when they do not fit.
template <class T>
HWY_INLINE bool append(const T *column, std::size_t rows, const Interval<T> &interval, std::span<T> &room) {
  std::uint64_t unused = 0;
  std::size_t kept = 0;
  if (room.size() >= rows) {
    kept = keep<false>(column, rows, interval, T{0}, room.data(), unused);
  } else {
    T buffer[tile_rows];
    kept = keep<false>(column, rows, interval, T{0}, buffer, unused);
    if (kept > room.size()) return false;
    std::copy(buffer, buffer + kept, room.data());
  }
  room = room.subspan(kept);
  return true;
}

template <class T>
HWY_INLINE void transpose_plainly(const T *cells, std::size_t rows, std::size_t stride, std::size_t columns,
                                  T *tile) {
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t j = 0; j < columns; ++j) tile[j * tile_rows + row] = cells[row * stride + j];
}

#if HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE
template <class T>
HWY_INLINE void transpose_wide(const T *cells, std::size_t rows, std::size_t stride, T *tile) {
  transpose_plainly(cells, rows, stride, tile_columns<T>, tile);
}
#else
// Block k of the register, of 16 bytes, goes to column k * step of the tile.
template <class D, class V, class T> HWY_INLINE void store_blocks(D d, V v, T *tile, std::size_t step) {
  if constexpr (sizeof(T) * hn::MaxLanes(D()) > 16) {
    const hn::Half<D> half;
    store_blocks(half, hn::LowerHalf(half, v), tile, step);
    store_blocks(half, hn::UpperHalf(half, v),
                 tile + hn::MaxLanes(half) / (16 / sizeof(T)) * step * tile_rows, step);
  } else {
    hn::StoreU(v, d, tile);
  }
}

// A block of 16 bytes of as many rows as it has lanes is turned within registers; blocks then go to their
// columns.
HWY_INLINE void transpose_rows(const std::int32_t *at, std::size_t stride, std::int32_t *tile) {
  const Lanes<std::int32_t> d;
  const hn::RepartitionToWide<decltype(d)> pairs;
  for (std::size_t j = 0; j < tile_columns<std::int32_t>; j += hn::Lanes(d)) {
    const auto a = hn::LoadU(d, at + j), b = hn::LoadU(d, at + stride + j),
               c = hn::LoadU(d, at + 2 * stride + j), e = hn::LoadU(d, at + 3 * stride + j);
    const auto ab_low = hn::BitCast(pairs, hn::InterleaveLower(d, a, b)),
               ab_high = hn::BitCast(pairs, hn::InterleaveUpper(d, a, b)),
               ce_low = hn::BitCast(pairs, hn::InterleaveLower(d, c, e)),
               ce_high = hn::BitCast(pairs, hn::InterleaveUpper(d, c, e));
    std::int32_t *to = tile + j * tile_rows;
    store_blocks(d, hn::BitCast(d, hn::InterleaveLower(pairs, ab_low, ce_low)), to, 4);
    store_blocks(d, hn::BitCast(d, hn::InterleaveUpper(pairs, ab_low, ce_low)), to + tile_rows, 4);
    store_blocks(d, hn::BitCast(d, hn::InterleaveLower(pairs, ab_high, ce_high)), to + 2 * tile_rows, 4);
    store_blocks(d, hn::BitCast(d, hn::InterleaveUpper(pairs, ab_high, ce_high)), to + 3 * tile_rows, 4);
  }
}
HWY_INLINE void transpose_rows(const std::int64_t *at, std::size_t stride, std::int64_t *tile) {
  const Lanes<std::int64_t> d;
  for (std::size_t j = 0; j < tile_columns<std::int64_t>; j += hn::Lanes(d)) {
    const auto a = hn::LoadU(d, at + j), b = hn::LoadU(d, at + stride + j);
    std::int64_t *to = tile + j * tile_rows;
    store_blocks(d, hn::InterleaveLower(d, a, b), to, 2);
    store_blocks(d, hn::InterleaveUpper(d, a, b), to + tile_rows, 2);
  }
}

template <class T>
HWY_INLINE void transpose_wide(const T *cells, std::size_t rows, std::size_t stride, T *tile) {
  constexpr std::size_t together = 16 / sizeof(T);
  std::size_t row = 0;
  for (; row + together <= rows; row += together) {
    // The next tile to the right; behind the last row's end this fetches the start of the next rows.
    for (std::size_t k = 0; k < together; ++k) hwy::Prefetch(cells + (row + k) * stride + tile_columns<T>);
    transpose_rows(cells + row * stride, stride, tile + row);
  }
  transpose_plainly(cells + row * stride, rows - row, stride, tile_columns<T>, tile + row);
}
#endif

// Rows narrower than a tile: every cell of a column that fits a register at once.
template <class T>
HWY_INLINE void transpose_narrow(const T *cells, std::size_t rows, std::size_t columns, T *tile) {
  const Lanes<T> d;
  const std::size_t n = hn::Lanes(d);
  const auto steps = hn::Mul(hn::Iota(d, 0), hn::Set(d, static_cast<T>(columns)));
  std::size_t row = 0;
  for (; row + n <= rows; row += n)
    for (std::size_t j = 0; j < columns; ++j)
      hn::StoreU(hn::GatherIndex(d, cells + row * columns + j, steps), d, tile + j * tile_rows + row);
  transpose_plainly(cells + row * columns, rows - row, columns, columns, tile + row);
}

template <class T>
bool append_block(const T *cells, std::size_t rows, std::size_t columns, const T *lows, const T *highs,
                  std::span<T> *rooms) {
  alignas(64) T tile[tile_columns<T> * tile_rows];
  for (std::size_t first = 0; first < rows; first += tile_rows, cells += tile_rows * columns) {
    const std::size_t count = std::min(tile_rows, rows - first);
    if (columns == 1) {
      if (!append(cells, count, Interval<T>(lows[0], highs[0]), rooms[0])) return false;
      continue;
    }
    for (std::size_t j = 0; j < columns; j += tile_columns<T>) {
      // The last tile of a wide row ends with it and skips the columns that are done.
      const std::size_t start = columns < tile_columns<T> ? 0 : std::min(j, columns - tile_columns<T>);
      if (columns < tile_columns<T>)
        transpose_narrow(cells, count, columns, tile);
      else
        transpose_wide(cells + start, count, columns, tile);
      const std::size_t end = std::min(j + tile_columns<T>, columns);
      for (std::size_t k = j; k < end; ++k)
        if (!append(tile + (k - start) * tile_rows, count, Interval<T>(lows[k], highs[k]), rooms[k]))
          return false;
    }
  }
  return true;
}

bool append_32(const std::int32_t *cells, std::size_t rows, std::size_t columns, const std::int32_t *lows,
               const std::int32_t *highs, std::span<std::int32_t> *rooms) {
  return append_block(cells, rows, columns, lows, highs, rooms);
}
bool append_64(const std::int64_t *cells, std::size_t rows, std::size_t columns, const std::int64_t *lows,
               const std::int64_t *highs, std::span<std::int64_t> *rooms) {
  return append_block(cells, rows, columns, lows, highs, rooms);
}

template <class T> Kept keep_and_count(T *list, std::size_t size, T low, T high, T threshold) {
  std::uint64_t above = 0;
  const std::size_t length = keep<true>(list, size, Interval<T>(low, high), threshold, list, above);
  return {length, length - above};
}
Kept keep_and_count_32(std::int32_t *list, std::size_t size, std::int32_t low, std::int32_t high,
                       std::int32_t threshold) {
  return keep_and_count(list, size, low, high, threshold);
}
Kept keep_and_count_64(std::int64_t *list, std::size_t size, std::int64_t low, std::int64_t high,
                       std::int64_t threshold) {
  return keep_and_count(list, size, low, high, threshold);
}

std::size_t keep_32(std::int32_t *list, std::size_t size, std::int32_t low, std::int32_t high) {
  std::uint64_t unused = 0;
  return keep<false>(list, size, Interval<std::int32_t>(low, high), 0, list, unused);
}
std::size_t keep_64(std::int64_t *list, std::size_t size, std::int64_t low, std::int64_t high) {
  std::uint64_t unused = 0;
  return keep<false>(list, size, Interval<std::int64_t>(low, high), std::int64_t{0}, list, unused);
}

std::uint64_t count_list_32(const std::int32_t *list, std::size_t size, std::int32_t threshold) {
  return count(list, size, threshold);
}
std::uint64_t count_list_64(const std::int64_t *list, std::size_t size, std::int64_t threshold) {
  return count(list, size, threshold);
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(append_32);
HWY_EXPORT(append_64);
HWY_EXPORT(keep_32);
HWY_EXPORT(keep_64);
HWY_EXPORT(keep_and_count_32);
HWY_EXPORT(keep_and_count_64);
HWY_EXPORT(count_list_32);
HWY_EXPORT(count_list_64);

void check_shape(std::size_t cells, std::size_t columns, std::size_t lows, std::size_t highs,
                 std::size_t rooms) {
  if (columns == 0 || cells % columns != 0 || lows != columns || highs != columns || rooms != columns)
    throw std::logic_error("poise: keeping cells needs whole rows, and an interval and a room a column");
}

void check_room(bool enough) {
  if (!enough) throw std::logic_error("poise: a column has more cells inside than its room holds");
}

} // namespace

void append_inside(std::span<const std::int32_t> cells, std::size_t columns,
                   std::span<const std::int32_t> lows, std::span<const std::int32_t> highs,
                   std::span<std::span<std::int32_t>> rooms) {
  check_shape(cells.size(), columns, lows.size(), highs.size(), rooms.size());
  check_room(HWY_DYNAMIC_DISPATCH(append_32)(cells.data(), cells.size() / columns, columns, lows.data(),
                                             highs.data(), rooms.data()));
}
void append_inside(std::span<const std::int64_t> cells, std::size_t columns,
                   std::span<const std::int64_t> lows, std::span<const std::int64_t> highs,
                   std::span<std::span<std::int64_t>> rooms) {
  check_shape(cells.size(), columns, lows.size(), highs.size(), rooms.size());
  check_room(HWY_DYNAMIC_DISPATCH(append_64)(cells.data(), cells.size() / columns, columns, lows.data(),
                                             highs.data(), rooms.data()));
}

std::size_t keep_inside(std::span<std::int32_t> list, std::int32_t low, std::int32_t high) {
  return HWY_DYNAMIC_DISPATCH(keep_32)(list.data(), list.size(), low, high);
}
std::size_t keep_inside(std::span<std::int64_t> list, std::int64_t low, std::int64_t high) {
  return HWY_DYNAMIC_DISPATCH(keep_64)(list.data(), list.size(), low, high);
}

Kept keep_inside_and_count(std::span<std::int32_t> list, std::int32_t low, std::int32_t high,
                           std::int32_t threshold) {
  return HWY_DYNAMIC_DISPATCH(keep_and_count_32)(list.data(), list.size(), low, high, threshold);
}
Kept keep_inside_and_count(std::span<std::int64_t> list, std::int64_t low, std::int64_t high,
                           std::int64_t threshold) {
  return HWY_DYNAMIC_DISPATCH(keep_and_count_64)(list.data(), list.size(), low, high, threshold);
}

std::uint64_t count_at_or_below(std::span<const std::int32_t> list, std::int32_t threshold) {
  return HWY_DYNAMIC_DISPATCH(count_list_32)(list.data(), list.size(), threshold);
}
std::uint64_t count_at_or_below(std::span<const std::int64_t> list, std::int64_t threshold) {
  return HWY_DYNAMIC_DISPATCH(count_list_64)(list.data(), list.size(), threshold);
}

} // namespace poise::internal
#endif // HWY_ONCE
