// 64-bit cells: a table look-up and a comparison or two a cell. 32-bit cells: the same for a register of them
// at once, once per instruction set.
#include "poise/aggregate/kernel/pooled_counts.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "poise/aggregate/kernel/pooled_counts.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poise::internal::HWY_NAMESPACE {
namespace {

// Neighbours often share a class; tallies of their own keep them from waiting for each other.
constexpr std::uint32_t apart = 4;
constexpr std::size_t together = 64;

// A number of more than `bits` + 1 bits is cut down to so many; with how many it lost, that is its class.
HWY_INLINE std::uint32_t class_of(std::uint32_t magnitude, unsigned bits) {
  const int lost = 31 - static_cast<int>(bits) - std::countl_zero(magnitude);
  const auto dropped = static_cast<std::uint32_t>(lost > 0 ? lost : 0);
  return (dropped << bits) + (magnitude >> dropped);
}

// Where the tallies of a cell begin: every class has some up to its split, and some above it.
HWY_INLINE std::uint32_t place_of(std::int32_t cell, unsigned bits, const std::uint32_t *splits) {
  const auto plain = static_cast<std::uint32_t>(cell);
  const std::uint32_t magnitude = cell < 0 ? 0 - plain : plain;
  const std::uint32_t its = class_of(magnitude, bits);
  return 2 * apart * its + (magnitude > splits[its] ? apart : 0);
}

HWY_INLINE void places_plainly(const std::int32_t *cells, unsigned bits, const std::uint32_t *splits,
                               std::uint32_t *places) {
  for (std::size_t i = 0; i < together; ++i) places[i] = place_of(cells[i], bits, splits);
}

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
namespace hn = hwy::HWY_NAMESPACE;

// Highway does not ask for the instruction that counts leading zeros.
HWY_INLINE bool counts_zeros() { return __builtin_cpu_supports("avx512cd") != 0; }

template <class V> HWY_INLINE V leading_zeros(V x) {
  asm("vplzcntd %0, %0" : "+v"(x.raw));
  return x;
}

HWY_INLINE void places_of(const std::int32_t *cells, unsigned bits, const std::uint32_t *splits,
                          std::uint32_t *places) {
  const hn::CappedTag<std::int32_t, 16> d;
  const hn::RebindToUnsigned<decltype(d)> u;
  const auto most_lost = hn::Set(d, 31 - static_cast<int>(bits));
  for (std::size_t i = 0; i < together; i += hn::Lanes(d)) {
    const auto x = hn::Abs(hn::LoadU(d, cells + i));
    const auto magnitude = hn::BitCast(u, x); // 2^31 for -2^31
    const auto dropped = hn::BitCast(u, hn::Max(hn::Sub(most_lost, leading_zeros(x)), hn::Zero(d)));
    const auto its = hn::Add(hn::ShiftLeftSame(dropped, static_cast<int>(bits)), hn::Shr(magnitude, dropped));
    const auto split = hn::GatherIndex(u, splits, hn::BitCast(d, its));
    static_assert(2 * apart == 1 << 3);
    const auto place = hn::ShiftLeft<3>(its);
    const auto above = hn::Gt(magnitude, split);
    hn::StoreU(hn::IfThenElse(above, hn::Add(place, hn::Set(u, apart)), place), u, places + i);
  }
}
#else
HWY_INLINE bool counts_zeros() { return false; }
HWY_INLINE void places_of(const std::int32_t *cells, unsigned bits, const std::uint32_t *splits,
                          std::uint32_t *places) {
  places_plainly(cells, bits, splits, places);
}
#endif

// One of the `apart` tallies from a cell's place on grows for every cell; fewer than 2^32 of them.
void tally(const std::int32_t *cells, std::size_t size, unsigned bits, const std::uint32_t *splits,
           std::uint32_t *tallies) {
  const bool by_register = counts_zeros();
  std::uint32_t places[together];
  std::size_t i = 0;
  for (; i + together <= size; i += together) {
    if (by_register)
      places_of(cells + i, bits, splits, places);
    else
      places_plainly(cells + i, bits, splits, places);
    for (std::size_t k = 0; k < together; k += apart) {
      ++tallies[places[k]];
      ++tallies[places[k + 1] + 1];
      ++tallies[places[k + 2] + 2];
      ++tallies[places[k + 3] + 3];
    }
  }
  for (; i < size; ++i) ++tallies[place_of(cells[i], bits, splits)];
}

} // namespace
} // namespace poise::internal::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poise::internal {
namespace {

HWY_EXPORT(tally);

constexpr std::uint64_t beyond = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t no_split = std::numeric_limits<std::uint32_t>::max();
constexpr unsigned fewest_bits = 4, most_bits = 8;
constexpr std::size_t apart = 4;

std::uint64_t magnitude(std::int64_t cell) {
  const auto bits = static_cast<std::uint64_t>(cell);
  return cell < 0 ? 0 - bits : bits;
}

// The numbers of class `its`, see class_of: from least to least + 2^dropped - 1.
struct Class {
  std::uint64_t least;
  unsigned dropped;
};
Class class_at(std::size_t its, unsigned bits) {
  const std::size_t half = std::size_t{1} << bits;
  if (its < 2 * half) return {its, 0};
  const auto dropped = static_cast<unsigned>(its / half - 1);
  return {static_cast<std::uint64_t>(half + its % half) << dropped, dropped};
}

template <class T>
void add_one_by_one(const PooledCounts &counter, std::span<const T> cells, std::span<std::uint64_t> counts) {
  std::vector<std::uint64_t> tallies(apart * counter.buckets());
  for (std::size_t i = 0; i < cells.size(); ++i)
    ++tallies[i % apart * counter.buckets() + counter.bucket(magnitude(cells[i]))];
  for (std::size_t i = 0; i < tallies.size(); ++i) counts[i % counter.buckets()] += tallies[i];
}

} // namespace

// The least number of a class; see leading().
std::uint64_t PooledCounts::least_of(std::size_t leading_bits) {
  if (leading_bits < 32) return leading_bits;
  return static_cast<std::uint64_t>(16 + leading_bits % 16) << (leading_bits / 16 - 1);
}

PooledCounts::PooledCounts(const GeometricGrid &grid) : buckets_(grid.buckets()) {
  // No cell exceeds 2^63, so a radius of more bits may as well be the largest number.
  for (const Integer &radius : grid.radii())
    edges_.push_back(fits_uint64(radius) ? static_cast<std::uint64_t>(to_uint128(radius)) : beyond);
  split_classes();
  for (std::size_t i = 0; i < classes; ++i)
    first_[i] = static_cast<std::uint32_t>(std::ranges::lower_bound(edges_, least_of(i)) - edges_.begin());
  for (std::size_t i = 0; i < classes; ++i) {
    const std::size_t next = i + 1 < classes ? first_[i + 1] : edges_.size();
    steps_ = std::max(steps_, static_cast<unsigned>(next - first_[i]));
  }
  edges_.resize(edges_.size() + steps_ + 1, beyond);
  for (std::size_t i = 0; i < splits_.size(); ++i)
    split_buckets_.push_back(static_cast<std::uint32_t>(bucket(class_at(i, split_bits_).least)));
}

// As few bits as leave at most one edge inside a class; an edge that ends a class does not split it.
void PooledCounts::split_classes() {
  for (split_bits_ = fewest_bits; split_bits_ <= most_bits; ++split_bits_) {
    splits_.assign(std::size_t{33 - split_bits_} << split_bits_, no_split);
    bool alone = true;
    for (std::size_t i = 0; i < splits_.size() && alone; ++i) {
      const auto [least, dropped] = class_at(i, split_bits_);
      const std::uint64_t last = least + ((std::uint64_t{1} << dropped) - 1);
      const auto edge = std::ranges::lower_bound(edges_, least);
      if (edge == edges_.end() || *edge >= last) continue;
      splits_[i] = static_cast<std::uint32_t>(*edge);
      alone = edge + 1 == edges_.end() || edge[1] >= last;
    }
    if (alone) return;
  }
  splits_.clear();
}

void PooledCounts::add(std::span<const std::int32_t> cells, std::span<std::uint64_t> counts) const {
  if (counts.size() != buckets_)
    throw std::logic_error("poise: pooled counting needs a count for each bucket");
  if (splits_.empty() || cells.size() < splits_.size()) return add_one_by_one(*this, cells, counts);
  constexpr std::size_t most_cells = std::size_t{1} << 31;
  std::vector<std::uint32_t> tallies(2 * apart * splits_.size());
  for (std::size_t first = 0; first < cells.size(); first += most_cells) {
    const auto part = cells.subspan(first, std::min(most_cells, cells.size() - first));
    HWY_DYNAMIC_DISPATCH(tally)(part.data(), part.size(), split_bits_, splits_.data(), tallies.data());
    for (std::size_t i = 0; i < splits_.size(); ++i) {
      const std::size_t lower = split_buckets_[i];
      for (std::size_t k = 0; k < apart; ++k) {
        counts[lower] += tallies[2 * apart * i + k];
        if (splits_[i] != no_split) counts[lower + 1] += tallies[(2 * i + 1) * apart + k];
      }
    }
    std::ranges::fill(tallies, 0);
  }
}
void PooledCounts::add(std::span<const std::int64_t> cells, std::span<std::uint64_t> counts) const {
  if (counts.size() != buckets_)
    throw std::logic_error("poise: pooled counting needs a count for each bucket");
  add_one_by_one(*this, cells, counts);
}

} // namespace poise::internal
#endif // HWY_ONCE
