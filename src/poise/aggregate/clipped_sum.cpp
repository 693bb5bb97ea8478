// Norms first, sums while the rows are still in cache; the rows that are outside go one by one.
#include "poise/aggregate/clipped_sum.h"

#include <algorithm>
#include <stdexcept>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/clipped_sum.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::HWY_NAMESPACE {
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
  for (std::size_t row = 0; row < rows; ++row, cells += width) {
    std::size_t j = 0;
    for (; j + hn::Lanes(d) <= width; j += hn::Lanes(d)) {
      const auto x = hn::LoadU(d, cells + j);
      hn::StoreU(hn::Add(hn::LoadU(d, lows + j), hn::And(x, half)), d, lows + j);
      hn::StoreU(hn::Add(hn::LoadU(d, highs + j), hn::ShiftRight<32>(x)), d, highs + j);
    }
    for (; j < width; ++j) {
      lows[j] += cells[j] & 0xffffffff;
      highs[j] += cells[j] >> 32;
    }
  }
}

} // namespace
} // namespace poise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise {
namespace {

HWY_EXPORT(sum_32);
HWY_EXPORT(sum_64);

// Column totals of 64 bits a half, over rows of one call. Narrow rows are added several at once, as one row
// that fills a few registers.
template <class T> class Totals {
public:
  explicit Totals(std::size_t columns)
      : columns_(columns), folded_(columns >= 32 ? 1 : 32 / columns), lows_(folded_ * columns) {
    if constexpr (sizeof(T) == 8) highs_.resize(lows_.size());
  }

  void add(const T *cells, std::size_t rows) {
    const std::size_t wide = rows / folded_;
    add_wide(cells, wide, lows_.size());
    add_wide(cells + wide * lows_.size(), rows - wide * folded_, columns_);
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

  std::size_t columns_;
  std::size_t folded_;
  std::vector<std::int64_t> lows_;
  std::vector<std::int64_t> highs_;
};

// Runs of rows in the ball are added together, a row outside is shrunk first.
template <class T>
void add_chunk(const Ball &ball, std::span<const T> cells, std::size_t columns,
               std::span<const UInt192> norms, std::vector<T> &clipped, Totals<T> &totals) {
  std::size_t first = 0;
  for (std::size_t row = 0; row < norms.size(); ++row) {
    if (ball.contains(norms[row])) continue;
    totals.add(cells.data() + first * columns, row - first);
    const Shrink shrink(ball, norms[row]);
    for (std::size_t j = 0; j < columns; ++j) clipped[j] = shrink.cell(cells[row * columns + j]);
    totals.add(clipped.data(), 1);
    first = row + 1;
  }
  totals.add(cells.data() + first * columns, norms.size() - first);
}

template <class T>
void add_block(const Ball &ball, std::span<const T> cells, std::size_t columns, std::span<Int128> sums) {
  if (columns == 0 || cells.size() % columns != 0 || sums.size() != columns)
    throw std::logic_error("poise: a clipped sum needs whole rows and a sum for each column");
  constexpr std::size_t chunk_bytes = std::size_t{1} << 15, most_rows = std::size_t{1} << 30;
  const std::size_t rows = cells.size() / columns;
  const std::size_t chunk = std::max<std::size_t>(1, chunk_bytes / sizeof(T) / columns);
  std::vector<UInt192> norms(std::min(chunk, rows));
  std::vector<T> clipped(columns);
  Totals<T> totals(columns);
  std::size_t held = 0;
  for (std::size_t first = 0; first < rows; first += chunk) {
    const std::size_t count = std::min(chunk, rows - first);
    const auto part = cells.subspan(first * columns, count * columns);
    row_norms(ball.norm(), part, columns, std::span(norms).first(count));
    add_chunk(ball, part, columns, std::span<const UInt192>(norms).first(count), clipped, totals);
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

} // namespace poise
#endif // HWY_ONCE
