// Range counting without trust, for small eps: one Haar coefficient of one's leaf, one Hadamard row of it,
// one noisy bit.
#pragma once

#include "poise/privacy/units.h"
#include "poise/random/sampler/flip_coins.h"

#include <cstdint>
#include <vector>

namespace poise::internal {

inline constexpr unsigned most_haar_levels = 20;

struct HaarReport {
  std::uint8_t level; // 0 is the root
  std::uint32_t row;  // below 2^level
  bool bit;
};

// The bit that a participant at `leaf` of a tree of `levels` levels tells of (level, row) where nothing
// flips it: true for +1. With v the own node at that level it is left(v) * (-1)^popcount(row & v).
bool haar_bit(unsigned levels, std::uint32_t leaf, unsigned level, std::uint32_t row);

// PROMISE  eps-DP for the participant, whatever the analyzer does; leaves are 0 … 2^levels - 1.
// WHY      Level and row are uniform and do not depend on the leaf. Given them, the bit is a fixed
//          function of the leaf, flipped with probability exactly p = 1/(1+e^eps): every report has
//          probability (1-p)/c or p/c with the same c, and (1-p)/p = e^eps.
// ASSUMES  independent uniform bits.
// CHECKED  tests/local/haar_reports_test.cpp; docs/proofs/local_range_reports.md
class HaarRandomiser {
public:
  HaarRandomiser(unsigned levels, const Epsilon &epsilon);

  HaarReport operator()(std::uint32_t leaf, Bits &bits) const;

private:
  std::uint32_t levels_;
  std::uint32_t surplus_; // 2^32 mod levels
  FlipCoins flips_;
};

// What an analyzer makes of such reports.
class HaarCounts {
public:
  HaarCounts(unsigned levels, const Epsilon &epsilon);

  void add(const HaarReport &report);
  void add(const HaarCounts &other); // the reports that another worker has counted
  std::uint64_t reports() const;

  // The estimated share of participants at or below every leaf: never decreasing, within [0, 1], and 1 at
  // the last. The share of a node is divided among its halves by (share + difference)/2, kept within the
  // share; the difference of the halves is estimated without bias, as zero where nobody reported on its
  // level.
  std::vector<double> cumulative() const;

private:
  unsigned levels_;
  double stretch_; // coth(eps/2): undoes the flips on average
  std::vector<std::uint64_t> level_reports_;
  std::vector<std::int64_t> sums_; // of the bits as ±1; row r of level l at 2^l + r
};

// The standard deviation of cumulative() around the shares of those who reported, as a root mean square over
// the leaves, when they are spread evenly (the worst case) and nothing had to be kept within its share. Near
// levels coth(eps/2) / sqrt(12 reports).
double haar_rank_deviation(unsigned levels, const Epsilon &epsilon, double reports);

} // namespace poise::internal
