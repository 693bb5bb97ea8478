// Rows are summed as they are, and those outside the ball replaced one by one, while they are still in cache.
#include "poise/aggregate/kernel/clip_rows.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/clip_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<std::int64_t, 8>;

template <class V> HWY_INLINE V sum_of_four(V a, V b, V c, V e) {
  return hn::Add(hn::Add(a, b), hn::Add(c, e));
}

// totals[j] += every row's cell j.
void sum_32(const std::int32_t *cells, std::size_t rows, std::size_t width, std::int64_t *totals) {
  const Lanes d;
  const hn::Rebind<std::int32_t, Lanes> narrow;
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4, cells += 4 * width) {
    std::size_t j = 0;
    for (; j + hn::Lanes(d) <= width; j += hn::Lanes(d)) {
      const std::int32_t *at = cells + j;
      const auto four = sum_of_four(hn::PromoteTo(d, hn::LoadU(narrow, at)),
                                    hn::PromoteTo(d, hn::LoadU(narrow, at + width)),
                                    hn::PromoteTo(d, hn::LoadU(narrow, at + 2 * width)),
                                    hn::PromoteTo(d, hn::LoadU(narrow, at + 3 * width)));
      hn::StoreU(hn::Add(hn::LoadU(d, totals + j), four), d, totals + j);
    }
    for (; j < width; ++j)
      totals[j] += std::int64_t{cells[j]} + cells[j + width] + cells[j + 2 * width] + cells[j + 3 * width];
  }
  for (; row < rows; ++row, cells += width)
    for (std::size_t j = 0; j < width; ++j) totals[j] += cells[j];
}

// lows[j] += the low 32 bits of every row's cell j, highs[j] += the rest of it.
void sum_64(const std::int64_t *cells, std::size_t rows, std::size_t width, std::int64_t *lows,
            std::int64_t *highs) {
  const Lanes d;
  const auto half = hn::Set(d, 0xffffffff);
  std::size_t row = 0;
  for (; row + 4 <= rows; row += 4, cells += 4 * width) {
    std::size_t j = 0;
    for (; j + hn::Lanes(d) <= width; j += hn::Lanes(d)) {
      const auto a = hn::LoadU(d, cells + j), b = hn::LoadU(d, cells + j + width);
      const auto c = hn::LoadU(d, cells + j + 2 * width), e = hn::LoadU(d, cells + j + 3 * width);
      const auto low = sum_of_four(hn::And(a, half), hn::And(b, half), hn::And(c, half), hn::And(e, half));
      const auto high = sum_of_four(hn::ShiftRight<32>(a), hn::ShiftRight<32>(b), hn::ShiftRight<32>(c),
                                    hn::ShiftRight<32>(e));
      hn::StoreU(hn::Add(hn::LoadU(d, lows + j), low), d, lows + j);
      hn::StoreU(hn::Add(hn::LoadU(d, highs + j), high), d, highs + j);
    }
    for (; j < width; ++j)
      for (std::size_t at = j; at < 4 * width; at += width) {
        lows[j] += cells[at] & 0xffffffff;
        highs[j] += cells[at] >> 32;
      }
  }
  for (; row < rows; ++row, cells += width)
    for (std::size_t j = 0; j < width; ++j) {
      lows[j] += cells[j] & 0xffffffff;
      highs[j] += cells[j] >> 32;
    }
}

// The cells, none beyond the radius.
void clamp_32(const std::int32_t *cells, std::size_t size, std::int32_t radius, std::int32_t *clamped) {
  const hn::CappedTag<std::int32_t, 16> d;
  const auto most = hn::Set(d, radius), least = hn::Set(d, -radius);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d))
    hn::StoreU(hn::Min(hn::Max(hn::LoadU(d, cells + i), least), most), d, clamped + i);
  for (; i < size; ++i) clamped[i] = std::clamp(cells[i], -radius, radius);
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(sum_32);
HWY_EXPORT(sum_64);
HWY_EXPORT(clamp_32);

// Column totals of 64 bits a half, over rows of one call. Narrow rows are added several at once, as one row
// that fills a few registers.
template <class T> class Totals {
public:
  explicit Totals(std::size_t columns)
      : columns_(columns), folded_(folded(columns)), lows_(folded_ * columns) {
    if constexpr (sizeof(T) == 8) highs_.resize(lows_.size());
  }

  void add(const T *cells, std::size_t rows) {
    const std::size_t wide = rows / folded_;
    add_wide(cells, wide, lows_.size());
    add_wide(cells + wide * lows_.size(), rows - wide * folded_, columns_);
  }

  // In place of a row that was added, another.
  void replace(std::size_t column, T cell, T by) {
    if constexpr (sizeof(T) == 8) {
      lows_[column] += (by & 0xffffffff) - (cell & 0xffffffff);
      highs_[column] += (by >> 32) - (cell >> 32);
    } else {
      lows_[column] += std::int64_t{by} - cell;
    }
  }

  void empty_into(std::span<Int128> sums) {
    for (std::size_t i = 0; i < lows_.size(); ++i) {
      sums[i % columns_] += lows_[i];
      if constexpr (sizeof(T) == 8) sums[i % columns_] += Int128{highs_[i]} * (std::int64_t{1} << 32);
    }
    std::ranges::fill(lows_, 0);
    std::ranges::fill(highs_, 0);
  }

private:
  void add_wide(const T *cells, std::size_t rows, std::size_t width) {
    if constexpr (sizeof(T) == 8)
      HWY_DYNAMIC_DISPATCH(sum_64)(cells, rows, width, lows_.data(), highs_.data());
    else
      HWY_DYNAMIC_DISPATCH(sum_32)(cells, rows, width, lows_.data());
  }

  // As few narrow rows as make whole registers of at most eight lanes, and a few of them.
  static std::size_t folded(std::size_t columns) {
    if (columns >= 32) return 1;
    const std::size_t least = 8 / std::gcd(std::size_t{8}, columns);
    return least * std::max<std::size_t>(1, 32 / (least * columns));
  }

  std::size_t columns_;
  std::size_t folded_;
  std::vector<std::int64_t> lows_;
  std::vector<std::int64_t> highs_;
};

template <class T, class Shrinker>
void replace_row(std::span<const T> row, const Shrinker &shrink, Totals<T> &totals) {
  for (std::size_t j = 0; j < row.size(); ++j) totals.replace(j, row[j], shrink.cell(row[j]));
}

// Adds rows as they are, and then replaces those that are outside by what they shrink to.
template <class T> class Adder {
public:
  // A norm of 64 bits exceeds no limit of more.
  Adder(const Ball &ball, std::size_t columns)
      : ball_(ball), columns_(columns),
        limit_(fits_uint64(ball.limit()) ? static_cast<std::uint64_t>(to_uint128(ball.limit()))
                                         : ~std::uint64_t{0}) {}

  void add(std::span<const T> cells, Totals<T> &totals) {
    if constexpr (sizeof(T) == 4)
      if (columns_ == 1) return add_one_column(cells, totals);
    totals.add(cells.data(), cells.size() / columns_);
    if constexpr (sizeof(T) == 4) {
      beyond_.resize(std::max(beyond_.size(), cells.size() / columns_));
      const auto room = std::span(beyond_).first(cells.size() / columns_);
      if (const auto found = find_rows_beyond(ball_.norm(), cells, columns_, limit_, room)) {
        for (const auto [row, norm] : room.first(*found))
          replace_row(cells.subspan(row * columns_, columns_), ShortShrink(ball_.norm(), limit_, norm),
                      totals);
        return;
      }
    }
    norms_.resize(cells.size() / columns_);
    row_norms(ball_.norm(), cells, columns_, norms_);
    for (std::size_t row = 0; row < norms_.size(); ++row)
      if (!ball_.contains(norms_[row]))
        replace_row(cells.subspan(row * columns_, columns_), Shrink(ball_, norms_[row]), totals);
  }

private:
  // A cell outside that is alone in its row becomes the radius: floor(m * Q / m), isqrt(floor(m^2 * Q /
  // m^2)).
  void add_one_column(std::span<const T> cells, Totals<T> &totals) {
    const Integer radius = ball_.norm() == Norm::l1 ? ball_.limit() : isqrt(ball_.limit());
    if (radius > std::numeric_limits<std::int32_t>::max()) return totals.add(cells.data(), cells.size());
    clamped_.resize(std::max(clamped_.size(), cells.size()));
    HWY_DYNAMIC_DISPATCH(clamp_32)
    (cells.data(), cells.size(), static_cast<std::int32_t>(to_uint128(radius)), clamped_.data());
    totals.add(clamped_.data(), cells.size());
  }

  const Ball &ball_;
  std::size_t columns_;
  std::uint64_t limit_;
  std::vector<RowNorm> beyond_;
  std::vector<T> clamped_;
  std::vector<UInt192> norms_;
};

template <class T>
void add_block(const Ball &ball, std::span<const T> cells, std::size_t columns, std::span<Int128> sums) {
  if (columns == 0 || cells.size() % columns != 0 || sums.size() != columns)
    throw std::logic_error("poise: a clipped sum needs whole rows and a sum for each column");
  constexpr std::size_t chunk_bytes = std::size_t{1} << 15, most_rows = std::size_t{1} << 30;
  const std::size_t rows = cells.size() / columns;
  const std::size_t chunk = std::max<std::size_t>(1, chunk_bytes / sizeof(T) / columns);
  Adder<T> adder(ball, columns);
  Totals<T> totals(columns);
  std::size_t held = 0;
  for (std::size_t first = 0; first < rows; first += chunk) {
    const std::size_t count = std::min(chunk, rows - first);
    adder.add(cells.subspan(first * columns, count * columns), totals);
    held += count;
    if (held + chunk <= most_rows) continue;
    totals.empty_into(sums);
    held = 0;
  }
  totals.empty_into(sums);
}

} // namespace

void add_clipped_rows(const Ball &ball, std::span<const std::int32_t> cells, std::size_t columns,
                      std::span<Int128> sums) {
  add_block(ball, cells, columns, sums);
}
void add_clipped_rows(const Ball &ball, std::span<const std::int64_t> cells, std::size_t columns,
                      std::span<Int128> sums) {
  add_block(ball, cells, columns, sums);
}

} // namespace poise::internal
#endif // HWY_ONCE
