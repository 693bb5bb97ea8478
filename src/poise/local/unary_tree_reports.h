// Range counting without trust, for larger eps: a noisy bit for every node on one level of a tree with five
// branches.
#pragma once

#include "poise/privacy/units.h"
#include "poise/random/sampler/flip_coins.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace poise::internal {

inline constexpr unsigned most_unary_tree_levels = 6;

// How many nodes there are `level` levels below the root: 5^level.
std::uint32_t unary_tree_nodes(unsigned level);

// PROMISE  eps-DP for the participant, whatever the analyzer does; leaves are 0 … 5^levels - 1.
// WHY      The level is uniform and does not depend on the leaf. The own node's bit is one with probability
//          exactly 1/2, every other with exactly q = 1/(1+e^eps). Two leaves differ in at most two bits of a
//          level, and the ratio is at most (1/2)/q * (1-q)/(1/2) = (1-q)/q = e^eps.
// ASSUMES  independent uniform bits.
// CHECKED  tests/local/unary_tree_reports_test.cpp; docs/proofs/local_range_reports.md
class UnaryTreeRandomiser {
public:
  UnaryTreeRandomiser(unsigned levels, const Epsilon &epsilon);

  // How many words a report has: enough for the lowest level.
  std::size_t words() const;

  // Draws the level, 1 … levels, and writes the bit of node v to bit v % 64 of word v / 64.
  // What the level does not need is zero.
  void operator()(std::uint32_t leaf, Bits &bits, std::uint8_t &level,
                  std::span<std::uint64_t> bit_words) const;

private:
  unsigned levels_;
  FlipCoins flips_;
};

// What an analyzer makes of such reports.
class UnaryTreeCounts {
public:
  UnaryTreeCounts(unsigned levels, const Epsilon &epsilon);

  void add(unsigned level, std::span<const std::uint64_t> bit_words);
  void add(const UnaryTreeCounts &other); // the reports that another worker has counted
  std::uint64_t reports() const;

  // The estimated share of participants at or below every leaf: never decreasing, within [0, 1], and 1 at the
  // last. Weighted least squares makes the levels agree; then every node's share, from the root's 1 down, is
  // divided among its children, each as near to its estimate as can be and none below zero.
  std::vector<double> cumulative() const;

private:
  std::vector<double> leaf_shares() const;

  unsigned levels_;
  double contrast_;       // how much more often the own bit is one than any other: 1/2 - q
  double empty_variance_; // of what one report says about an empty node
  std::vector<std::uint64_t> level_reports_;
  std::vector<std::vector<std::uint64_t>> ones_; // by level and node
};

// The standard deviation of cumulative() around the shares of those who reported, as a root mean square over
// the leaves, when they are spread evenly and no share had to be kept from falling below zero.
double unary_tree_rank_deviation(unsigned levels, const Epsilon &epsilon, double reports);

} // namespace poise::internal
