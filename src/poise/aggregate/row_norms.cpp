// Squares and magnitudes, once per instruction set for 32-bit cells, in plain wide integers for 64-bit ones.
#include "poise/aggregate/row_norms.h"

#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/row_norms.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::uint64_t low_half = 0xffffffff;

// The sum of all lanes, as halves of 32 bits that were summed apart.
template <class D, class V> HWY_INLINE UInt128 sum_of_lanes(D d, V low, V high) {
  std::uint64_t lows[8], highs[8];
  hn::StoreU(low, d, lows);
  hn::StoreU(high, d, highs);
  UInt128 total = 0;
  for (std::size_t i = 0; i < hn::Lanes(d); ++i) total += UInt128{lows[i]} + (UInt128{highs[i]} << 32);
  return total;
}

UInt128 squares_plainly(const std::int32_t *cells, std::size_t size) {
  std::uint64_t low = 0, high = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t cell = cells[i];
    const auto square = static_cast<std::uint64_t>(cell * cell);
    low += square & low_half;
    high += square >> 32;
  }
  return low + (UInt128{high} << 32);
}

std::uint64_t magnitudes_plainly(const std::int32_t *cells, std::size_t size) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::int64_t cell = cells[i];
    total += static_cast<std::uint64_t>(cell < 0 ? -cell : cell);
  }
  return total;
}

#if HWY_TARGET == HWY_SCALAR
UInt128 sum_of_squares(const std::int32_t *cells, std::size_t size) { return squares_plainly(cells, size); }
UInt128 sum_of_magnitudes(const std::int32_t *cells, std::size_t size) {
  return magnitudes_plainly(cells, size);
}
#else
UInt128 sum_of_squares(const std::int32_t *cells, std::size_t size) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const hn::RebindToUnsigned<decltype(wide)> sum;
  const auto half = hn::Set(sum, low_half);
  auto low = hn::Zero(sum), high = hn::Zero(sum);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) {
    const auto even = hn::LoadU(d, cells + i);
    const auto odd = hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(sum, even)));
    const auto squares = hn::BitCast(sum, hn::Add(hn::MulEven(even, even), hn::MulEven(odd, odd)));
    low = hn::Add(low, hn::And(squares, half));
    high = hn::Add(high, hn::ShiftRight<32>(squares));
  }
  return sum_of_lanes(sum, low, high) + squares_plainly(cells + i, size - i);
}

UInt128 sum_of_magnitudes(const std::int32_t *cells, std::size_t size) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RepartitionToWide<hn::RebindToUnsigned<decltype(d)>> sum;
  const auto half = hn::Set(sum, low_half);
  auto total = hn::Zero(sum);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d)) { // Abs(-2^31) is 2^31 once read as unsigned
    const auto magnitudes = hn::BitCast(sum, hn::Abs(hn::LoadU(d, cells + i)));
    total = hn::Add(total, hn::Add(hn::And(magnitudes, half), hn::ShiftRight<32>(magnitudes)));
  }
  return sum_of_lanes(sum, total, hn::Zero(sum)) + magnitudes_plainly(cells + i, size - i);
}
#endif

void norms_32(bool squared, const std::int32_t *cells, std::size_t columns, UInt192 *norms,
              std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row, cells += columns)
    norms[row] = {0, squared ? sum_of_squares(cells, columns) : sum_of_magnitudes(cells, columns)};
}

} // namespace
} // namespace poise::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise {
namespace {

HWY_EXPORT(norms_32);

void check_shape(std::size_t cells, std::size_t columns, std::size_t norms) {
  if (columns == 0 || columns > std::size_t{1} << 32 || cells % columns != 0 || norms != cells / columns)
    throw std::logic_error("poise: norms need whole rows of at most 2^32 columns and room for one a row");
}

UInt128 magnitude(std::int64_t cell) {
  const auto bits = static_cast<std::uint64_t>(cell);
  return cell < 0 ? 0 - bits : bits;
}

UInt192 norm_of(Norm norm, std::span<const std::int64_t> row) {
  UInt192 total;
  if (norm == Norm::l2)
    for (const std::int64_t cell : row) total.add(magnitude(cell) * magnitude(cell));
  else
    for (const std::int64_t cell : row) total.low += magnitude(cell);
  return total;
}

} // namespace

void row_norms(Norm norm, std::span<const std::int32_t> cells, std::size_t columns,
               std::span<UInt192> norms) {
  check_shape(cells.size(), columns, norms.size());
  HWY_DYNAMIC_DISPATCH(norms_32)(norm == Norm::l2, cells.data(), columns, norms.data(), norms.size());
}

void row_norms(Norm norm, std::span<const std::int64_t> cells, std::size_t columns,
               std::span<UInt192> norms) {
  check_shape(cells.size(), columns, norms.size());
  for (std::size_t row = 0; row < norms.size(); ++row)
    norms[row] = norm_of(norm, cells.subspan(row * columns, columns));
}

} // namespace poise
#endif // HWY_ONCE
