// 64-bit cells, once per instruction set: the lanes of a register hold narrow rows, or cells of a wide one.
#include "poise/aggregate/kernel/row_norms_64.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/row_norms_64.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Without a branch: signs are hard to foresee.
HWY_INLINE std::uint64_t magnitude(std::int64_t cell) {
  const auto negative = static_cast<std::uint64_t>(cell >> 63);
  return (static_cast<std::uint64_t>(cell) ^ negative) - negative;
}

template <bool squared> UInt192 norm_plainly(const std::int64_t *cells, std::size_t size) {
  UInt192 total;
  for (std::size_t i = 0; i < size; ++i) {
    const UInt128 term = magnitude(cells[i]);
    if constexpr (squared)
      total.add(term * static_cast<std::uint64_t>(term));
    else
      total.low += term;
  }
  return total;
}

#if HWY_TARGET == HWY_SCALAR
template <bool squared>
void norms_of(const std::int64_t *cells, std::size_t columns, UInt192 *norms, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row)
    norms[row] = norm_plainly<squared>(cells + row * columns, columns);
}
#else
using Lanes = hn::CappedTag<std::uint64_t, 8>;
using Lane = hn::Vec<Lanes>;

constexpr int low_bits = 26;
constexpr std::size_t most_cells = std::size_t{1} << 11; // of a sum, before it goes to a wide total

// Adds the terms of a register of cells to sums in every lane. Of magnitudes: their halves of 32 bits. Of
// squares: three products; `seen` tells whether they mean anything.
template <bool squared> HWY_INLINE void add_terms(Lane x, Lane &high, Lane &cross, Lane &low, Lane &seen) {
  const Lanes d;
  if constexpr (squared) {
    const hn::Repartition<std::int32_t, Lanes> half;
    // A product takes the last 32 bits of a lane, with their sign: of a cell that fits, all there is.
    const auto upper = hn::BitCast(half, hn::ShiftRight<low_bits>(x));
    const auto lower = hn::BitCast(half, hn::And(x, hn::Set(d, (std::uint64_t{1} << low_bits) - 1)));
    high = hn::Add(high, hn::BitCast(d, hn::MulEven(upper, upper)));
    cross = hn::Add(cross, hn::BitCast(d, hn::MulEven(upper, lower)));
    low = hn::Add(low, hn::BitCast(d, hn::MulEven(lower, lower)));
    seen = hn::Or(seen, hn::Add(x, hn::Set(d, std::uint64_t{1} << (2 * low_bits))));
  } else {
    // |-2^63| is 2^63 once read as unsigned.
    const auto all = hn::BitCast(d, hn::Abs(hn::BitCast(hn::RebindToSigned<Lanes>(), x)));
    high = hn::Add(high, hn::ShiftRight<32>(all));
    low = hn::Add(low, hn::And(all, hn::Set(d, 0xffffffff)));
  }
}

// Whether all cells seen were in [-2^52, 2^52): then 2^52 more is in [0, 2^53).
HWY_INLINE bool fit(Lane seen) {
  const Lanes d;
  return hn::AllTrue(d, hn::Eq(hn::ShiftRight<2 * low_bits + 1>(seen), hn::Zero(d)));
}

template <bool squared>
HWY_INLINE UInt128 put_together(std::uint64_t high, std::uint64_t cross, std::uint64_t low) {
  if constexpr (!squared) return (UInt128{high} << 32) + low;
  const Int128 signed_cross = static_cast<std::int64_t>(cross);
  return (UInt128{high} << 2 * low_bits) + (static_cast<UInt128>(signed_cross) << (low_bits + 1)) + low;
}

// Rows of fewer cells than this go side by side, a lane each: a wide row ends with a sum over lanes.
constexpr std::size_t wide = 32;

template <bool squared>
void narrow_norms(const std::int64_t *cells, std::size_t columns, UInt192 *norms, std::size_t rows) {
  const Lanes d;
  const hn::RebindToSigned<Lanes> index;
  const std::size_t n = hn::Lanes(d);
  const auto *bits = reinterpret_cast<const std::uint64_t *>(cells);
  std::int64_t places[8];
  for (std::size_t i = 0; i < n; ++i) places[i] = static_cast<std::int64_t>(i * columns);
  const auto steps = hn::LoadU(index, places);
  std::size_t row = 0;
  for (; row + n <= rows; row += n) {
    auto high = hn::Zero(d), cross = high, low = high, seen = high;
    for (std::size_t j = 0; j < columns; ++j)
      add_terms<squared>(hn::GatherIndex(d, bits + row * columns + j, steps), high, cross, low, seen);
    if (!fit(seen)) {
      for (std::size_t i = 0; i < n; ++i)
        norms[row + i] = norm_plainly<squared>(cells + (row + i) * columns, columns);
      continue;
    }
    std::uint64_t highs[8], crosses[8], lows[8];
    hn::StoreU(high, d, highs);
    hn::StoreU(cross, d, crosses);
    hn::StoreU(low, d, lows);
    for (std::size_t i = 0; i < n; ++i)
      norms[row + i] = {0, put_together<squared>(highs[i], crosses[i], lows[i])};
  }
  for (; row < rows; ++row) norms[row] = norm_plainly<squared>(cells + row * columns, columns);
}

// The first halving is ours: of whole registers, some compilers add the last lanes as signed numbers.
HWY_INLINE std::uint64_t sum_of(Lane lanes) {
  const hn::Half<Lanes> half;
  return hn::GetLane(hn::SumOfLanes(half, hn::Add(hn::LowerHalf(half, lanes), hn::UpperHalf(half, lanes))));
}

// Of rows that fill a register at least.
template <bool squared>
void wide_norms(const std::int64_t *cells, std::size_t columns, UInt192 *norms, std::size_t rows) {
  const Lanes d;
  const std::size_t n = hn::Lanes(d);
  // The last register of a row may reach back to cells that have been added.
  const auto added_before = hn::FirstN(d, n - columns % n);
  for (std::size_t row = 0; row < rows; ++row, cells += columns) {
    const auto *bits = reinterpret_cast<const std::uint64_t *>(cells);
    UInt192 total;
    for (std::size_t first = 0; first < columns; first += most_cells) {
      const std::size_t last = std::min(columns, first + most_cells);
      auto high = hn::Zero(d), cross = high, low = high, seen = high;
      std::size_t j = first;
      for (; j + n <= last; j += n) add_terms<squared>(hn::LoadU(d, bits + j), high, cross, low, seen);
      if (j < last)
        add_terms<squared>(hn::IfThenZeroElse(added_before, hn::LoadU(d, bits + last - n)), high, cross, low,
                           seen);
      if (fit(seen)) {
        total.add(put_together<squared>(sum_of(high), sum_of(cross), sum_of(low)));
      } else {
        const UInt192 piece = norm_plainly<squared>(cells + first, last - first);
        total.high += piece.high;
        total.add(piece.low);
      }
    }
    norms[row] = total;
  }
}

template <bool squared>
void norms_of(const std::int64_t *cells, std::size_t columns, UInt192 *norms, std::size_t rows) {
  if (columns < wide)
    narrow_norms<squared>(cells, columns, norms, rows);
  else
    wide_norms<squared>(cells, columns, norms, rows);
}
#endif

void norms_64(bool squared, const std::int64_t *cells, std::size_t columns, UInt192 *norms,
              std::size_t rows) {
  squared ? norms_of<true>(cells, columns, norms, rows) : norms_of<false>(cells, columns, norms, rows);
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(norms_64);

} // namespace

void row_norms_64(bool squared, const std::int64_t *cells, std::size_t columns, UInt192 *norms,
                  std::size_t rows) {
  HWY_DYNAMIC_DISPATCH(norms_64)(squared, cells, columns, norms, rows);
}

} // namespace poise::internal
#endif // HWY_ONCE
