// A register of columns at a time, once per instruction set.
#include "poise/aggregate/kernel/column_extremes.h"

#include <algorithm>
#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/column_extremes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
void widen(const T *cells, std::size_t rows, std::size_t columns, T *HWY_RESTRICT least,
           T *HWY_RESTRICT most) {
  const hn::CappedTag<T, 64 / sizeof(T)> d;
  const std::size_t n = hn::Lanes(d);
  for (std::size_t row = 0; row < rows; ++row) {
    const T *at = cells + row * columns;
    std::size_t j = 0;
    for (; j + n <= columns; j += n) {
      const auto x = hn::LoadU(d, at + j);
      hn::StoreU(hn::Min(x, hn::LoadU(d, least + j)), d, least + j);
      hn::StoreU(hn::Max(x, hn::LoadU(d, most + j)), d, most + j);
    }
    for (; j < columns; ++j) {
      least[j] = std::min(least[j], at[j]);
      most[j] = std::max(most[j], at[j]);
    }
  }
}

void widen_32(const std::int32_t *cells, std::size_t rows, std::size_t columns, std::int32_t *least,
              std::int32_t *most) {
  widen(cells, rows, columns, least, most);
}
void widen_64(const std::int64_t *cells, std::size_t rows, std::size_t columns, std::int64_t *least,
              std::int64_t *most) {
  widen(cells, rows, columns, least, most);
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(widen_32);
HWY_EXPORT(widen_64);

void check_shape(std::size_t cells, std::size_t least, std::size_t most) {
  if (least == 0 || least != most || cells % least != 0)
    throw std::logic_error("poise: extremes need whole rows, and two numbers a column");
}

} // namespace

void widen_extremes(std::span<const std::int32_t> cells, std::span<std::int32_t> least,
                    std::span<std::int32_t> most) {
  check_shape(cells.size(), least.size(), most.size());
  HWY_DYNAMIC_DISPATCH(widen_32)
  (cells.data(), cells.size() / least.size(), least.size(), least.data(), most.data());
}
void widen_extremes(std::span<const std::int64_t> cells, std::span<std::int64_t> least,
                    std::span<std::int64_t> most) {
  check_shape(cells.size(), least.size(), most.size());
  HWY_DYNAMIC_DISPATCH(widen_64)
  (cells.data(), cells.size() / least.size(), least.size(), least.data(), most.data());
}

} // namespace poise::internal
#endif
