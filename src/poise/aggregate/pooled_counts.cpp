// One table look-up and a comparison or two a cell.
#include "poise/aggregate/pooled_counts.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace poise {
namespace {

constexpr std::uint64_t beyond = std::numeric_limits<std::uint64_t>::max();

std::uint64_t magnitude(std::int64_t cell) {
  const auto bits = static_cast<std::uint64_t>(cell);
  return cell < 0 ? 0 - bits : bits;
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
  for (std::size_t i = 0; i < classes; ++i)
    first_[i] = static_cast<std::uint32_t>(std::ranges::lower_bound(edges_, least_of(i)) - edges_.begin());
  for (std::size_t i = 0; i < classes; ++i) {
    const std::size_t next = i + 1 < classes ? first_[i + 1] : edges_.size();
    steps_ = std::max(steps_, static_cast<unsigned>(next - first_[i]));
  }
  edges_.resize(edges_.size() + steps_ + 1, beyond);
}

template <class T>
void PooledCounts::add_block(std::span<const T> cells, std::span<std::uint64_t> counts) const {
  if (counts.size() != buckets_)
    throw std::logic_error("poise: pooled counting needs a count for each bucket");
  // Neighbours often share a bucket; tallies of their own keep them from waiting for each other.
  constexpr std::size_t apart = 4;
  std::vector<std::uint64_t> tallies(apart * buckets_);
  for (std::size_t i = 0; i < cells.size(); ++i)
    ++tallies[i % apart * buckets_ + bucket(magnitude(cells[i]))];
  for (std::size_t i = 0; i < tallies.size(); ++i) counts[i % buckets_] += tallies[i];
}

void PooledCounts::add(std::span<const std::int32_t> cells, std::span<std::uint64_t> counts) const {
  add_block(cells, counts);
}
void PooledCounts::add(std::span<const std::int64_t> cells, std::span<std::uint64_t> counts) const {
  add_block(cells, counts);
}

} // namespace poise
