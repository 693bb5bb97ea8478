// Squares and magnitudes of 32-bit cells, once per instruction set; 64-bit cells are row_norms_64's.
#include "poise/aggregate/kernel/row_norms.h"

#include "poise/aggregate/kernel/row_norms_64.h"

#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/row_norms.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
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

// Norms below 2^64, of the rows from `row` on; returns how many were found.
std::size_t rows_beyond_plainly(bool squared, const std::int32_t *cells, std::size_t row, std::size_t rows,
                                std::size_t columns, std::uint64_t limit, RowNorm *found) {
  std::size_t count = 0;
  for (; row < rows; ++row) {
    const std::int32_t *at = cells + row * columns;
    const std::uint64_t norm =
        squared ? static_cast<std::uint64_t>(squares_plainly(at, columns)) : magnitudes_plainly(at, columns);
    if (norm > limit) found[count++] = {row, norm};
  }
  return count;
}

// All magnitudes, or-ed together: no magnitude exceeds it.
std::uint32_t union_of_magnitudes(const std::int32_t *cells, std::size_t size) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RebindToUnsigned<decltype(d)> u;
  auto bits = hn::Zero(u);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= size; i += hn::Lanes(d))
    bits = hn::Or(bits, hn::BitCast(u, hn::Abs(hn::LoadU(d, cells + i))));
  std::uint32_t lanes[16];
  hn::StoreU(bits, u, lanes);
  std::uint32_t all = 0;
  for (std::size_t k = 0; k < hn::Lanes(u); ++k) all |= lanes[k];
  for (; i < size; ++i)
    all |= cells[i] < 0 ? 0 - static_cast<std::uint32_t>(cells[i]) : static_cast<std::uint32_t>(cells[i]);
  return all;
}

#if HWY_TARGET == HWY_SCALAR
UInt128 sum_of_squares(const std::int32_t *cells, std::size_t size) { return squares_plainly(cells, size); }
UInt128 sum_of_magnitudes(const std::int32_t *cells, std::size_t size) {
  return magnitudes_plainly(cells, size);
}
std::size_t rows_beyond(bool squared, const std::int32_t *cells, std::size_t rows, std::size_t columns,
                        std::uint64_t limit, RowNorm *found) {
  return rows_beyond_plainly(squared, cells, 0, rows, columns, limit, found);
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

// What a register of cells adds to the norms of 64 bits: its even lanes, its odd lanes.
template <class U, class V> HWY_INLINE auto even_terms(bool squared, U u, V x) {
  return squared ? hn::BitCast(u, hn::MulEven(x, x))
                 : hn::And(hn::BitCast(u, hn::Abs(x)), hn::Set(u, low_half));
}
template <class U, class V> HWY_INLINE auto odd_terms(bool squared, U u, V x) {
  const hn::DFromV<V> d;
  if (!squared) return hn::ShiftRight<32>(hn::BitCast(u, hn::Abs(x)));
  const auto odd = hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(u, x)));
  return hn::BitCast(u, hn::MulEven(odd, odd));
}

// Those of a few norms that exceed the limit, `row` being the first; a row is written before it is judged.
HWY_INLINE std::size_t judge(const std::uint64_t *norms, std::size_t size, std::size_t row,
                             std::uint64_t limit, RowNorm *found) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    found[count] = {row + i, norms[i]};
    count += norms[i] > limit ? 1 : 0;
  }
  return count;
}

// Rows of two cells: a lane of 64 bits each.
template <bool squared>
std::size_t pairs_beyond(const std::int32_t *cells, std::size_t rows, std::uint64_t limit, RowNorm *found) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RepartitionToWide<hn::RebindToUnsigned<decltype(d)>> u;
  const std::size_t n = hn::Lanes(u);
  const auto most = hn::Set(u, limit);
  std::size_t count = 0, row = 0;
  for (; row + n <= rows; row += n) {
    const auto x = hn::LoadU(d, cells + 2 * row);
    const auto norms = hn::Add(even_terms(squared, u, x), odd_terms(squared, u, x));
    if (hn::AllFalse(u, hn::Gt(norms, most))) continue;
    std::uint64_t each[8];
    hn::StoreU(norms, u, each);
    count += judge(each, n, row, limit, found + count);
  }
  return count + rows_beyond_plainly(squared, cells, row, rows, 2, limit, found + count);
}

// The terms of a register that holds a cell of each row.
template <bool squared, class U, class V, class W> HWY_INLINE void add_terms(U u, V x, W &even, W &odd) {
  even = hn::Add(even, even_terms(squared, u, x));
  odd = hn::Add(odd, odd_terms(squared, u, x));
}

// Narrow rows: as many at once as a register has lanes.
template <bool squared>
std::size_t narrow_rows_beyond(const std::int32_t *cells, std::size_t rows, std::size_t columns,
                               std::uint64_t limit, RowNorm *found) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RepartitionToWide<hn::RebindToUnsigned<decltype(d)>> u;
  const std::size_t n = hn::Lanes(d);
  const auto steps = hn::Mul(hn::Iota(d, 0), hn::Set(d, static_cast<std::int32_t>(columns)));
  const auto most = hn::Set(u, limit);
  std::size_t count = 0, row = 0;
  for (; row + n <= rows; row += n) {
    const std::int32_t *at = cells + row * columns;
    auto even = hn::Zero(u), odd = hn::Zero(u);
    if (columns == 3) {
      hn::Vec<decltype(d)> x, y, z;
      hn::LoadInterleaved3(d, at, x, y, z);
      add_terms<squared>(u, x, even, odd), add_terms<squared>(u, y, even, odd);
      add_terms<squared>(u, z, even, odd);
    } else {
      for (std::size_t j = 0; j < columns; ++j)
        add_terms<squared>(u, hn::GatherIndex(d, at + j, steps), even, odd);
    }
    if (hn::AllFalse(u, hn::Or(hn::Gt(even, most), hn::Gt(odd, most)))) continue;
    std::uint64_t evens[8], odds[8], each[16];
    hn::StoreU(even, u, evens);
    hn::StoreU(odd, u, odds);
    for (std::size_t i = 0; i < n; ++i) each[i] = i % 2 == 0 ? evens[i / 2] : odds[i / 2];
    count += judge(each, n, row, limit, found + count);
  }
  return count + rows_beyond_plainly(squared, cells, row, rows, columns, limit, found + count);
}

template <bool squared>
std::size_t wide_rows_beyond(const std::int32_t *cells, std::size_t rows, std::size_t columns,
                             std::uint64_t limit, RowNorm *found) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RepartitionToWide<hn::RebindToUnsigned<decltype(d)>> u;
  const std::size_t n = hn::Lanes(d);
  std::size_t count = 0;
  for (std::size_t row = 0; row < rows; ++row, cells += columns) {
    auto even = hn::Zero(u), odd = hn::Zero(u);
    std::size_t j = 0;
    for (; j + n <= columns; j += n) {
      const auto x = hn::LoadU(d, cells + j);
      add_terms<squared>(u, x, even, odd);
    }
    // The first halving is ours: of whole registers, some compilers add the last lanes as signed numbers.
    const hn::Half<decltype(u)> half;
    const auto both = hn::Add(even, odd);
    std::uint64_t norm =
        hn::GetLane(hn::SumOfLanes(half, hn::Add(hn::LowerHalf(half, both), hn::UpperHalf(half, both))));
    for (; j < columns; ++j) {
      const std::int64_t cell = cells[j];
      norm += static_cast<std::uint64_t>(squared ? cell * cell : cell < 0 ? -cell : cell);
    }
    if (norm > limit) found[count++] = {row, norm};
  }
  return count;
}

std::size_t rows_beyond(bool squared, const std::int32_t *cells, std::size_t rows, std::size_t columns,
                        std::uint64_t limit, RowNorm *found) {
  if (columns == 2)
    return squared ? pairs_beyond<true>(cells, rows, limit, found)
                   : pairs_beyond<false>(cells, rows, limit, found);
  if (columns < 32)
    return squared ? narrow_rows_beyond<true>(cells, rows, columns, limit, found)
                   : narrow_rows_beyond<false>(cells, rows, columns, limit, found);
  return squared ? wide_rows_beyond<true>(cells, rows, columns, limit, found)
                 : wide_rows_beyond<false>(cells, rows, columns, limit, found);
}
#endif

void norms_32(bool squared, const std::int32_t *cells, std::size_t columns, UInt192 *norms,
              std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row, cells += columns)
    norms[row] = {0, squared ? sum_of_squares(cells, columns) : sum_of_magnitudes(cells, columns)};
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(norms_32);
HWY_EXPORT(rows_beyond);
HWY_EXPORT(union_of_magnitudes);

void check_shape(std::size_t cells, std::size_t columns, std::size_t norms) {
  if (columns == 0 || columns > std::size_t{1} << 32 || cells % columns != 0 || norms != cells / columns)
    throw std::logic_error("poise: norms need whole rows of at most 2^32 columns and room for one a row");
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
  row_norms_64(norm == Norm::l2, cells.data(), columns, norms.data(), norms.size());
}

std::optional<std::size_t> find_rows_beyond(Norm norm, std::span<const std::int32_t> cells,
                                            std::size_t columns, std::uint64_t limit,
                                            std::span<RowNorm> found) {
  check_shape(cells.size(), columns, found.size());
  const UInt128 most = HWY_DYNAMIC_DISPATCH(union_of_magnitudes)(cells.data(), cells.size());
  const UInt128 largest_norm = columns * (norm == Norm::l2 ? most * most : most);
  if (largest_norm >> 64 != 0) return std::nullopt;
  if (largest_norm <= limit) return 0;
  return HWY_DYNAMIC_DISPATCH(rows_beyond)(norm == Norm::l2, cells.data(), found.size(), columns, limit,
                                           found.data());
}

} // namespace poise::internal
#endif // HWY_ONCE
