// A participant's own row: rotated, and read against what a round has made public. Integers alone.
#pragma once

#include "poise/aggregate/geometric_grid.h"
#include "poise/protocol/round.h"

namespace poise::internal {

// Where leaves of the centre's range counts lie: equal parts of [-reach, reach], what is beyond in the
// outermost.
class CentreLeaves {
public:
  CentreLeaves(std::uint64_t reach, std::uint32_t leaves);
  std::uint32_t leaf(std::int64_t cell) const {
    const auto reach = static_cast<std::int64_t>(reach_);
    const std::int64_t inside = cell > reach ? reach : cell < -reach ? -reach : cell;
    return static_cast<std::uint32_t>(static_cast<UInt128>(static_cast<std::uint64_t>(inside + reach)) *
                                      leaves_ / span_);
  }
  // The first cell of a leaf; of one that has none, the next there is, or the last: always within the reach.
  // That of leaf `leaves` is one beyond.
  std::int64_t first_cell(std::uint32_t leaf) const;
  std::uint32_t leaves() const { return leaves_; }

private:
  std::uint64_t reach_, span_; // span: 2 reach + 1
  std::uint32_t leaves_;
};

// Where radii lie: bucket k holds norms above radius k - 1 and at most radius k; the last what is beyond.
class RadiusLadder {
public:
  // For the distance from a centre that was found with `centre_leaves` leaves within `reach`: from an eighth
  // of what a leaf leaves open up to the longest distance, in at most `leaves` buckets.
  static RadiusLadder around_centre(std::uint64_t reach, std::size_t width, std::uint32_t centre_leaves,
                                    std::uint32_t leaves);
  // For the length of rows of which nothing is known: from one step to the farthest reach.
  static RadiusLadder anywhere(std::size_t width, std::uint32_t leaves);

  std::uint32_t buckets() const { return static_cast<std::uint32_t>(squares_.size() + 1); }
  std::uint32_t bucket(std::span<const std::int64_t> row) const;
  // The radius that bounds a bucket; the longest for the last one, too.
  std::uint64_t radius(std::uint32_t bucket) const;

private:
  RadiusLadder(std::uint64_t first, std::uint64_t limit, std::uint32_t leaves);
  std::vector<std::uint64_t> radii_;
  std::vector<UInt128> squares_;
};

// The row rotated by the session's signs; `rotated` has the session's width.
void rotate_own_row(const Session &session, std::span<const std::int64_t> row,
                    std::span<std::int64_t> rotated);

// The rotated row relative to a centre, in place.
void shift_own_row(std::span<const std::int64_t> centre, std::span<std::int64_t> rotated);

// PROMISE  The row clipped to the radius and rounded to multiples of 2^shift at random, in those units: each
//          cell is floor((x + r) / 2^shift) with r uniform below 2^shift, so right on average. Its l2-norm
//          is at most coarse_radius(radius, shift, width).
// WHY      clip_row leaves a norm of at most the radius; a cell moves by less than one unit, and none if
//          shift is 0, so the norm grows by less than sqrt(width).
// CHECKED  tests/protocol/own_row_test.cpp
void clip_own_row(std::uint64_t radius, unsigned shift, Bits &bits, std::span<std::int64_t> row);
std::uint64_t coarse_radius(std::uint64_t radius, unsigned shift, std::size_t width);

// How coarse: the radius keeps at least 2^10 units, and 64 sqrt(width) of them. From public numbers.
unsigned coarse_shift(std::uint64_t radius, std::size_t width);

} // namespace poise::internal
