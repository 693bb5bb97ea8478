// Exact integers throughout: what a participant does to its row before the noise.
#include "poise/protocol/own_row.h"

#include "poise/aggregate/kernel/clip.h"
#include "poise/aggregate/kernel/hadamard.h"

#include <algorithm>
#include <bit>

namespace poise::internal {
namespace {

std::uint64_t ceil_root(std::uint64_t value) {
  const Integer root = isqrt(to_integer(value));
  const auto floor = static_cast<std::uint64_t>(to_uint128(root));
  return floor * floor == value ? floor : floor + 1;
}

} // namespace

CentreLeaves::CentreLeaves(std::uint64_t reach, std::uint32_t leaves)
    : reach_(reach), span_(2 * reach + 1), leaves_(leaves) {}

std::int64_t CentreLeaves::first_cell(std::uint32_t leaf) const {
  const UInt128 scaled = UInt128{span_} * leaf + leaves_ - 1; // rounded up
  const auto cells_before = static_cast<std::uint64_t>(scaled / leaves_);
  const std::uint64_t kept = leaf < leaves_ ? std::min(cells_before, span_ - 1) : cells_before;
  return static_cast<std::int64_t>(kept) - static_cast<std::int64_t>(reach_);
}

RadiusLadder::RadiusLadder(std::uint64_t first, std::uint64_t limit, std::uint32_t leaves) {
  // As many parts of an octave as fit. Two more buckets: for nothing, and for what is beyond.
  const auto octaves = static_cast<unsigned>(std::bit_width(limit / first)) + 1;
  const unsigned parts = std::clamp((leaves - 2) / octaves, 1U, 16U);
  const GeometricGrid grid = GeometricGrid::octaves(to_integer(first), to_integer(limit), parts);
  for (const Integer &radius : grid.radii()) {
    // The last of a grid may pass the limit, which no round may.
    radii_.push_back(std::min(limit, static_cast<std::uint64_t>(to_uint128(radius))));
    squares_.push_back(UInt128{radii_.back()} * radii_.back());
  }
}

RadiusLadder RadiusLadder::around_centre(std::uint64_t reach, std::size_t width, std::uint32_t centre_leaves,
                                         std::uint32_t leaves) {
  const std::uint64_t longest = longest_radius(reach, width);
  return {std::max<std::uint64_t>(1, longest / (std::uint64_t{8} * centre_leaves)), longest, leaves};
}

RadiusLadder RadiusLadder::anywhere(std::size_t width, std::uint32_t leaves) {
  const std::uint64_t step = ceil_root(width);
  return {step, longest_radius(Session::most_reach, width) / 2, leaves};
}

std::uint32_t RadiusLadder::bucket(std::span<const std::int64_t> row) const {
  // Cells are below 2^62 and there are at most 2^14, so a sum of squares could outgrow 128 bits: it stops
  // there.
  constexpr UInt128 most = UInt128{1} << 126;
  UInt128 norm = 0;
  for (const std::int64_t cell : row) {
    const auto bits = static_cast<std::uint64_t>(cell), magnitude = cell < 0 ? 0 - bits : bits;
    norm = std::min(most, norm + UInt128{magnitude} * magnitude);
  }
  const auto found = std::lower_bound(squares_.begin(), squares_.end(), norm);
  return static_cast<std::uint32_t>(found - squares_.begin());
}

std::uint64_t RadiusLadder::radius(std::uint32_t bucket) const {
  return std::max<std::uint64_t>(1, radii_[std::min<std::size_t>(bucket, radii_.size() - 1)]);
}

void rotate_own_row(const Session &session, std::span<const std::int64_t> row,
                    std::span<std::int64_t> rotated) {
  rotate_rows(row, row.size(), session.signs, rotated);
}

void shift_own_row(std::span<const std::int64_t> centre, std::span<std::int64_t> rotated) {
  for (std::size_t j = 0; j < rotated.size(); ++j) rotated[j] -= centre[j];
}

void clip_own_row(std::uint64_t radius, unsigned shift, Bits &bits, std::span<std::int64_t> row) {
  const Integer wide = to_integer(radius);
  clip_row(Ball::l2(wide * wide), row);
  if (shift == 0) return;
  const std::uint64_t mask = (std::uint64_t{1} << shift) - 1;
  for (std::int64_t &cell : row) cell = (cell + static_cast<std::int64_t>(bits.word() & mask)) >> shift;
}

std::uint64_t coarse_radius(std::uint64_t radius, unsigned shift, std::size_t width) {
  if (shift == 0) return radius;
  return (radius >> shift) + 1 + ceil_root(width);
}

unsigned coarse_shift(std::uint64_t radius, std::size_t width) {
  const std::uint64_t units = std::max<std::uint64_t>(1 << 10, 64 * ceil_root(width));
  return radius < 2 * units ? 0 : static_cast<unsigned>(std::bit_width(radius / units)) - 1;
}

} // namespace poise::internal
