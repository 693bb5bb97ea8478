// How many cells of the whole table have a magnitude in each bucket of a public geometric grid.
#pragma once

#include "poise/aggregate/geometric_grid.h"

#include <array>
#include <bit>
#include <cstdint>

namespace poise::internal {

// PROMISE  counts[i] grows by the number of cells x, all columns pooled, with |x| in bucket i of the grid,
//          exactly. Replacing one row of d cells moves at most d cells to other buckets. Any cut into blocks
//          gives the same counts.
// WHY      The leading five bits of |x| give a bucket that is not too high; steps_ comparisons with the next
//          edges finish, as no more edges share those bits. |x| <= 2^63 fits 64 bits. 32-bit cells are
//          tallied by as many leading bits as tell the edges apart, and by one comparison with the edge that
//          shares them, if any: that pair has one bucket.
// CHECKED  tests/aggregate/pooled_counts_test.cpp
class PooledCounts {
public:
  explicit PooledCounts(const GeometricGrid &grid);

  std::size_t buckets() const { return buckets_; }
  std::size_t bucket(std::uint64_t magnitude) const {
    std::size_t i = first_[leading(magnitude)];
    for (unsigned step = 0; step < steps_; ++step) i += edges_[i] < magnitude ? 1 : 0;
    return i;
  }

  // One count a bucket.
  void add(std::span<const std::int32_t> cells, std::span<std::uint64_t> counts) const;
  void add(std::span<const std::int64_t> cells, std::span<std::uint64_t> counts) const;

private:
  // Numbers below 16 have a class of their own; larger ones share it with those of the same length and the
  // same four bits behind the leading one.
  static constexpr std::size_t classes = std::size_t{16} * 61;
  static std::size_t leading(std::uint64_t magnitude) {
    if (magnitude < 16) return magnitude;
    const auto dropped = static_cast<std::size_t>(59 - std::countl_zero(magnitude));
    return 16 * dropped + (magnitude >> dropped);
  }
  static std::uint64_t least_of(std::size_t leading_bits);

  void split_classes();

  std::size_t buckets_;
  unsigned steps_ = 0;
  std::vector<std::uint64_t> edges_; // followed by steps_ edges that nothing exceeds
  std::array<std::uint32_t, classes> first_;

  // Of 32-bit cells: the classes that keep split_bits_ bits behind the leading one, each with the edge that
  // splits it, or the largest number. No table where an edge of its own a class takes too many of them.
  unsigned split_bits_ = 0;
  std::vector<std::uint32_t> splits_;
  std::vector<std::uint32_t> split_buckets_; // of the least number of each class
};

} // namespace poise::internal
