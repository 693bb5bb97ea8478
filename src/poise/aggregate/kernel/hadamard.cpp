// The butterflies, once per instruction set: small strides inside registers, the others eight rows of
// registers at a time, wide rows by recursion so that all but the last passes stay in cache.
#include "poise/aggregate/kernel/hadamard.h"

#include <bit>
#include <limits>
#include <stdexcept>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/hadamard.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Cells are added as unsigned numbers: modulo 2^b, with nothing undefined.
template <class T> using Lanes = hn::CappedTag<T, 64 / sizeof(T)>;

constexpr std::size_t cached_bytes = std::size_t{1} << 15;

template <class V> HWY_INLINE void butterfly(V &a, V &b) {
  const V difference = hn::Sub(a, b);
  a = hn::Add(a, b);
  b = difference;
}

// Lanes i and i ^ stride meet.
template <std::size_t stride, class D, class V> HWY_INLINE void lane_stage(D d, std::size_t width, V &x) {
  if constexpr (stride < hn::MaxLanes(D())) {
    if (stride >= hn::Lanes(d) || stride >= width) return;
    using T = hn::TFromD<D>;
    const auto lane = hn::Iota(d, 0);
    const auto bit = hn::Set(d, static_cast<T>(stride));
    const V partner = hn::TableLookupLanes(x, hn::IndicesFromVec(d, hn::Xor(lane, bit)));
    x = hn::IfThenElse(hn::TestBit(lane, bit), hn::Sub(partner, x), hn::Add(x, partner));
  }
}

// All stages inside registers, for a pair of them.
template <class D, class V> HWY_INLINE void lane_stages(D d, std::size_t width, V &a, V &b) {
  lane_stage<1>(d, width, a), lane_stage<1>(d, width, b);
  lane_stage<2>(d, width, a), lane_stage<2>(d, width, b);
  lane_stage<4>(d, width, a), lane_stage<4>(d, width, b);
  lane_stage<8>(d, width, a), lane_stage<8>(d, width, b);
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
// A cell of a pair of registers has an address: which register, and which lane. A butterfly takes the stage
// of whatever bit of its column tells the two registers apart; so between butterflies the cells are dealt out
// anew, by one instruction a register, to bring each bit of the lane there in turn. Dealing t < last swaps
// bit t of the lane with the register; the last one leaves all in place but for the highest bit of the lane,
// which tells the registers apart, and is stored accordingly.
template <class T> struct Dealing {
  static constexpr std::size_t lanes = 64 / sizeof(T), last = sizeof(T) == 4 ? 3 : 2;
  alignas(64) T from[last + 1][2][lanes];

  static constexpr std::size_t source(std::size_t t, std::size_t reg, std::size_t lane) {
    if (t < last) return (lane & ~(std::size_t{1} << t)) | reg << t | (lane >> t & 1) * lanes;
    const std::size_t low = lane % (lanes / 2), high = lane / (lanes / 2); // the column's bits; its register
    return high | (low << 1) % (lanes / 2) | reg * (lanes / 2) | (low >> (last - 1)) * lanes;
  }
  constexpr Dealing() : from{} {
    for (std::size_t t = 0; t <= last; ++t)
      for (std::size_t i = 0; i < 2 * lanes; ++i)
        from[t][i / lanes][i % lanes] = static_cast<T>(source(t, i / lanes, i % lanes));
  }
};
template <class T> inline constexpr Dealing<T> dealing{};

template <class V> HWY_INLINE V dealt(V a, V b, V from) {
  if constexpr (sizeof(hn::TFromV<V>) == 4)
    return V{_mm512_permutex2var_epi32(a.raw, from.raw, b.raw)};
  else
    return V{_mm512_permutex2var_epi64(a.raw, from.raw, b.raw)};
}

template <std::size_t t, class D, class V> HWY_INLINE void deal(D d, V &a, V &b) {
  const auto &from = dealing<hn::TFromD<D>>.from[t];
  const V first = dealt(a, b, hn::Load(d, from[0]));
  b = dealt(a, b, hn::Load(d, from[1]));
  a = first;
}

// The stage of the pair and all stages inside it, and away with it.
template <class D, class V, class T> HWY_INLINE void finish_pair(D d, V a, V b, T *HWY_RESTRICT p) {
  const hn::Half<D> half;
  const std::size_t n = hn::Lanes(d);
  butterfly(a, b);
  deal<0>(d, a, b), butterfly(a, b);
  deal<1>(d, a, b), butterfly(a, b);
  deal<2>(d, a, b), butterfly(a, b);
  if constexpr (sizeof(T) == 4) deal<3>(d, a, b), butterfly(a, b);
  hn::StoreU(hn::LowerHalf(half, a), half, p), hn::StoreU(hn::LowerHalf(half, b), half, p + n / 2);
  hn::StoreU(hn::UpperHalf(half, a), half, p + n), hn::StoreU(hn::UpperHalf(half, b), half, p + n + n / 2);
}
#else
template <class D, class V, class T> HWY_INLINE void finish_pair(D d, V a, V b, T *HWY_RESTRICT p) {
  lane_stages(d, hn::Lanes(d), a, b);
  butterfly(a, b);
  hn::StoreU(a, d, p), hn::StoreU(b, d, p + hn::Lanes(d));
}
#endif

// Brings the cells that are needed next closer while others are worked on.
template <class T> class Ahead {
public:
  // Of the `size` cells at `first`, a line every `passes` registers: after so many passes over a row of the
  // same size all of them.
  Ahead(const T *first, std::size_t size, std::size_t passes)
      : at_(first), end_(first + size), passes_(passes) {}
  static Ahead nothing() { return {nullptr, 0, 1}; }

  HWY_INLINE void fetch(std::size_t registers) {
    for (std::size_t i = 0; i < registers && at_ < end_; i += passes_, at_ += 64 / sizeof(T))
      __builtin_prefetch(at_, 1, 2); // not into the first cache, which this row fills
  }

private:
  const T *at_;
  const T *end_;
  std::size_t passes_;
};

// All stages with strides below `registers` (2, 4 or 8) of them, over a block that is a multiple of eight.
template <std::size_t registers, class D, class T>
HWY_INLINE void small_strides(D d, T *HWY_RESTRICT cells, std::size_t size, Ahead<T> &ahead) {
  const std::size_t n = hn::Lanes(d);
  for (T *p = cells; p != cells + size; p += 8 * n) {
    ahead.fetch(8);
    auto a = hn::LoadU(d, p), b = hn::LoadU(d, p + n), c = hn::LoadU(d, p + 2 * n),
         e = hn::LoadU(d, p + 3 * n);
    auto f = hn::LoadU(d, p + 4 * n), g = hn::LoadU(d, p + 5 * n), h = hn::LoadU(d, p + 6 * n),
         i = hn::LoadU(d, p + 7 * n);
    if constexpr (registers >= 4) {
      butterfly(a, c), butterfly(b, e), butterfly(f, h), butterfly(g, i);
    }
    if constexpr (registers >= 8) {
      butterfly(a, f), butterfly(b, g), butterfly(c, h), butterfly(e, i);
    }
    finish_pair(d, a, b, p), finish_pair(d, c, e, p + 2 * n);
    finish_pair(d, f, g, p + 4 * n), finish_pair(d, h, i, p + 6 * n);
  }
}

// Rows that share a register, over a block that is a multiple of eight of them.
template <class D, class T>
HWY_INLINE void narrow_rows(D d, T *HWY_RESTRICT cells, std::size_t size, std::size_t width) {
  const std::size_t n = hn::Lanes(d);
  for (T *p = cells; p != cells + size; p += 4 * n) {
    auto a = hn::LoadU(d, p), b = hn::LoadU(d, p + n), c = hn::LoadU(d, p + 2 * n),
         e = hn::LoadU(d, p + 3 * n);
    lane_stages(d, width, a, b), lane_stages(d, width, c, e);
    hn::StoreU(a, d, p), hn::StoreU(b, d, p + n), hn::StoreU(c, d, p + 2 * n), hn::StoreU(e, d, p + 3 * n);
  }
}

// One stage (radix 2), two (4), three (8) or four (16), from strides of at least a register.
template <class D, class T>
HWY_INLINE void radix_2(D d, T *HWY_RESTRICT row, std::size_t stride, Ahead<T> &ahead) {
  for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
    ahead.fetch(2);
    T *p = row + j;
    auto a = hn::LoadU(d, p), b = hn::LoadU(d, p + stride);
    butterfly(a, b);
    hn::StoreU(a, d, p), hn::StoreU(b, d, p + stride);
  }
}

template <class D, class T>
HWY_INLINE void radix_4(D d, T *HWY_RESTRICT row, std::size_t stride, Ahead<T> &ahead) {
  for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
    ahead.fetch(4);
    T *p = row + j;
    T *q = p + 2 * stride;
    auto a = hn::LoadU(d, p), b = hn::LoadU(d, p + stride), c = hn::LoadU(d, q), e = hn::LoadU(d, q + stride);
    butterfly(a, b), butterfly(c, e);
    butterfly(a, c), butterfly(b, e);
    hn::StoreU(a, d, p), hn::StoreU(b, d, p + stride), hn::StoreU(c, d, q), hn::StoreU(e, d, q + stride);
  }
}

// Three stages across eight registers.
template <class V> HWY_INLINE void eight(V &a, V &b, V &c, V &e, V &f, V &g, V &h, V &i) {
  butterfly(a, b), butterfly(c, e), butterfly(f, g), butterfly(h, i);
  butterfly(a, c), butterfly(b, e), butterfly(f, h), butterfly(g, i);
  butterfly(a, f), butterfly(b, g), butterfly(c, h), butterfly(e, i);
}

template <class D, class T>
HWY_INLINE void radix_8(D d, T *HWY_RESTRICT row, std::size_t stride, Ahead<T> &ahead) {
  for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
    ahead.fetch(8);
    T *p = row + j;
    T *q = p + 4 * stride;
    auto a = hn::LoadU(d, p), b = hn::LoadU(d, p + stride), c = hn::LoadU(d, p + 2 * stride),
         e = hn::LoadU(d, p + 3 * stride);
    auto f = hn::LoadU(d, q), g = hn::LoadU(d, q + stride), h = hn::LoadU(d, q + 2 * stride),
         i = hn::LoadU(d, q + 3 * stride);
    eight(a, b, c, e, f, g, h, i);
    hn::StoreU(a, d, p), hn::StoreU(b, d, p + stride), hn::StoreU(c, d, p + 2 * stride),
        hn::StoreU(e, d, p + 3 * stride);
    hn::StoreU(f, d, q), hn::StoreU(g, d, q + stride), hn::StoreU(h, d, q + 2 * stride),
        hn::StoreU(i, d, q + 3 * stride);
  }
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3 // with its 32 registers
constexpr bool has_radix_16 = true;

template <class D, class T>
HWY_INLINE void radix_16(D d, T *HWY_RESTRICT row, std::size_t stride, Ahead<T> &ahead) {
  for (std::size_t j = 0; j < stride; j += hn::Lanes(d)) {
    ahead.fetch(16);
    T *p = row + j;
    hn::Vec<D> x[16];
#pragma GCC unroll 16
    for (std::size_t k = 0; k < 16; ++k) x[k] = hn::LoadU(d, p + k * stride);
    eight(x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]);
    eight(x[8], x[9], x[10], x[11], x[12], x[13], x[14], x[15]);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < 8; ++k) butterfly(x[k], x[k + 8]);
#pragma GCC unroll 16
    for (std::size_t k = 0; k < 16; ++k) hn::StoreU(x[k], d, p + k * stride);
  }
}
#else
constexpr bool has_radix_16 = false;

template <class D, class T> HWY_INLINE void radix_16(D, T *, std::size_t, Ahead<T> &) {}
#endif

// How many stages to take at once when `left` of the width are to do: as few passes as there can be.
HWY_INLINE std::size_t radix_for(std::size_t left) {
  if (left == 16) return has_radix_16 ? 16 : 4;
  return left < 8 ? left : 8;
}

// The stages from `done` up to `width`, over one row whose smaller strides are done.
template <class D, class T>
HWY_INLINE void large_strides(D d, T *HWY_RESTRICT row, std::size_t done, std::size_t width,
                              Ahead<T> &ahead) {
  while (done < width) {
    const std::size_t radix = radix_for(width / done);
    for (std::size_t first = 0; first < width; first += radix * done) {
      if (radix == 16) radix_16(d, row + first, done, ahead);
      if (radix == 8) radix_8(d, row + first, done, ahead);
      if (radix == 4) radix_4(d, row + first, done, ahead);
      if (radix == 2) radix_2(d, row + first, done, ahead);
    }
    done *= radix;
  }
}

// A row of more than eight registers, and the one that follows it, if any; a row that outgrows the cache goes
// in eighths.
template <class D, class T> void transform_row(D d, T *HWY_RESTRICT row, std::size_t width, const T *next) {
  if (width * sizeof(T) <= cached_bytes) {
    const std::size_t group = 8 * hn::Lanes(d);
    std::size_t passes = 1;
    for (std::size_t done = group; done < width; done *= radix_for(width / done)) ++passes;
    Ahead<T> ahead(next, next == nullptr ? 0 : width, passes);
    small_strides<8>(d, row, width, ahead);
    large_strides(d, row, group, width, ahead);
    return;
  }
  const std::size_t eighth = width / 8;
  for (std::size_t first = 0; first < width; first += eighth)
    transform_row(d, row + first, eighth, first + eighth < width ? row + first + eighth : next);
  auto nothing = Ahead<T>::nothing();
  large_strides(d, row, eighth, width, nothing);
}

// What is left when rows do not fill eight registers.
template <class T> void transform_plainly(T *cells, std::size_t size, std::size_t width) {
  for (std::size_t stride = 1; stride < width; stride *= 2)
    for (std::size_t first = 0; first < size; first += 2 * stride)
      for (std::size_t i = first; i < first + stride; ++i) {
        const T a = cells[i], b = cells[i + stride];
        cells[i] = a + b;
        cells[i + stride] = a - b;
      }
}

template <class T> void transform_block(T *cells, std::size_t size, std::size_t width) {
  const Lanes<T> d;
  const std::size_t group = 8 * hn::Lanes(d);
  if (width > group) {
    for (std::size_t first = 0; first < size; first += width)
      transform_row(d, cells + first, width, first + width < size ? cells + first + width : nullptr);
    return;
  }
  const std::size_t whole = size - size % group;
  auto nothing = Ahead<T>::nothing();
  if (width == group)
    small_strides<8>(d, cells, whole, nothing);
  else if (width == group / 2)
    small_strides<4>(d, cells, whole, nothing);
  else if (width == group / 4)
    small_strides<2>(d, cells, whole, nothing);
  else
    narrow_rows(d, cells, whole, width);
  transform_plainly(cells + whole, size - whole, width);
}

void transform_32(std::uint32_t *cells, std::size_t size, std::size_t width) {
  transform_block(cells, size, width);
}
void transform_64(std::uint64_t *cells, std::size_t size, std::size_t width) {
  transform_block(cells, size, width);
}

// One row with its signs, and zeros behind it.
template <class T>
void sign_and_pad(const T *HWY_RESTRICT from, std::size_t columns,
                  const std::uint64_t *HWY_RESTRICT sign_bits, T *HWY_RESTRICT to, std::size_t width) {
  const Lanes<T> d;
  const std::size_t n = hn::Lanes(d);
  const auto ones = hn::Set(d, 1);
  const auto lane = hn::Iota(d, 0);
  std::size_t j = 0;
  for (; j + n <= columns; j += n) { // n divides 64, so the bits of a register lie in one word
    const auto bits = hn::Set(d, static_cast<T>(sign_bits[j / 64] >> (j % 64)));
    const auto x = hn::LoadU(d, from + j);
    const auto negative = hn::Sub(hn::Zero(d), hn::And(hn::Shr(bits, lane), ones)); // all ones or zero
    hn::StoreU(hn::Sub(hn::Xor(x, negative), negative), d, to + j);
  }
  for (; j < columns; ++j) to[j] = (sign_bits[j / 64] >> (j % 64) & 1) != 0 ? T{0} - from[j] : from[j];
  for (; j < width; ++j) to[j] = 0;
}

template <class T>
void rotate_block(const T *cells, std::size_t rows, std::size_t columns, const std::uint64_t *sign_bits,
                  T *rotated, std::size_t width) {
  // Many short rows at once, or one long one: the second pass finds them in cache.
  const std::size_t together = width >= 4096 ? 1 : 4096 / width;
  for (std::size_t first = 0; first < rows; first += together) {
    const std::size_t count = rows - first < together ? rows - first : together;
    for (std::size_t row = first; row < first + count; ++row)
      sign_and_pad(cells + row * columns, columns, sign_bits, rotated + row * width, width);
    transform_block(rotated + first * width, count * width, width);
  }
}

void rotate_32(const std::uint32_t *cells, std::size_t rows, std::size_t columns,
               const std::uint64_t *sign_bits, std::uint32_t *rotated, std::size_t width) {
  rotate_block(cells, rows, columns, sign_bits, rotated, width);
}
void rotate_64(const std::uint64_t *cells, std::size_t rows, std::size_t columns,
               const std::uint64_t *sign_bits, std::uint64_t *rotated, std::size_t width) {
  rotate_block(cells, rows, columns, sign_bits, rotated, width);
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(transform_32);
HWY_EXPORT(transform_64);
HWY_EXPORT(rotate_32);
HWY_EXPORT(rotate_64);

// The same cells, added as unsigned numbers.
template <class T> auto *as_unsigned(T *cells) {
  using Plain = std::make_unsigned_t<std::remove_const_t<T>>;
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const Plain, Plain> *>(cells);
}

void check_width(std::size_t cells, std::size_t width) {
  if (!std::has_single_bit(width) || width > widest_rotation || cells % width != 0)
    throw std::logic_error("poise: a rotation needs whole rows whose width is a power of two up to 2^20");
}

// The number of rows, once everything fits together.
std::size_t rows_to_rotate(std::size_t cells, std::size_t columns, std::size_t sign_words,
                           std::size_t rotated) {
  if (columns == 0 || columns > widest_rotation || cells % columns != 0 || sign_words < (columns + 63) / 64 ||
      rotated != cells / columns * padded_width(columns))
    throw std::logic_error(
        "poise: a rotation needs whole rows, a sign for each column and room for the padding");
  return cells / columns;
}

bool fits(std::size_t columns, std::uint64_t bound, std::uint64_t largest) {
  return bound == 0 || columns <= largest / bound;
}

} // namespace

std::size_t padded_width(std::size_t columns) {
  if (columns > widest_rotation) throw std::logic_error("poise: a rotation takes at most 2^20 columns");
  return std::bit_ceil(columns);
}

bool rotation_fits_32_bits(std::size_t columns, std::uint64_t bound) {
  return fits(columns, bound, std::numeric_limits<std::int32_t>::max());
}
bool rotation_fits_64_bits(std::size_t columns, std::uint64_t bound) {
  return fits(columns, bound, std::numeric_limits<std::int64_t>::max());
}

void hadamard_rows(std::span<std::int32_t> cells, std::size_t width) {
  check_width(cells.size(), width);
  HWY_DYNAMIC_DISPATCH(transform_32)(as_unsigned(cells.data()), cells.size(), width);
}
void hadamard_rows(std::span<std::int64_t> cells, std::size_t width) {
  check_width(cells.size(), width);
  HWY_DYNAMIC_DISPATCH(transform_64)(as_unsigned(cells.data()), cells.size(), width);
}

void rotate_rows(std::span<const std::int32_t> cells, std::size_t columns,
                 std::span<const std::uint64_t> sign_bits, std::span<std::int32_t> rotated) {
  const std::size_t rows = rows_to_rotate(cells.size(), columns, sign_bits.size(), rotated.size());
  HWY_DYNAMIC_DISPATCH(rotate_32)
  (as_unsigned(cells.data()), rows, columns, sign_bits.data(), as_unsigned(rotated.data()),
   padded_width(columns));
}
void rotate_rows(std::span<const std::int64_t> cells, std::size_t columns,
                 std::span<const std::uint64_t> sign_bits, std::span<std::int64_t> rotated) {
  const std::size_t rows = rows_to_rotate(cells.size(), columns, sign_bits.size(), rotated.size());
  HWY_DYNAMIC_DISPATCH(rotate_64)
  (as_unsigned(cells.data()), rows, columns, sign_bits.data(), as_unsigned(rotated.data()),
   padded_width(columns));
}

} // namespace poise::internal
#endif // HWY_ONCE
