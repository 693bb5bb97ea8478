// How many rows have a norm in each bucket of a public geometric grid.
#pragma once

#include "poise/aggregate/geometric_grid.h"
#include "poise/aggregate/kernel/row_norms.h"

#include <array>

namespace poise::internal {

// PROMISE  counts[i] grows by the number of rows whose norm lies in bucket i of the grid,
//          exactly. Replacing one row moves one count down and one up by one. Any cut into blocks
//          gives the same counts.
// WHY      An l2-norm is compared by its square, which is a whole number, as is the square of a radius.
// CHECKED  tests/aggregate/norm_counts_test.cpp
class NormCounts {
public:
  NormCounts(Norm norm, const GeometricGrid &grid);

  std::size_t buckets() const { return edges_.size() + 1; }
  std::size_t bucket(const UInt192 &norm_of_row) const; // squared, for l2

  // Cells are whole rows of `columns` cells, at most 2^32; one count a bucket.
  void add(std::span<const std::int32_t> cells, std::size_t columns, std::span<std::uint64_t> counts) const;
  void add(std::span<const std::int64_t> cells, std::size_t columns, std::span<std::uint64_t> counts) const;

private:
  template <class T>
  void add_block(std::span<const T> cells, std::size_t columns, std::span<std::uint64_t> counts) const;

  Norm norm_;
  std::vector<UInt192> edges_;
  // Edges before first_[b] are below every number of b bits.
  std::array<std::size_t, 193> first_;
};

} // namespace poise::internal
