// Range counts hidden among dummies: everyone names the nodes of a binary tree that hold their leaf.
#pragma once

#include "poise/random/sampler/poisson.h"

#include <span>
#include <vector>

namespace poise::internal {

// One binary tree a coordinate, 2^levels leaves each. The root is not counted: everyone is in it. Bins are
// numbered by coordinate, then by level from 1 (two nodes) to `levels` (the leaves), then by node from the
// left: bin = coordinate (2^(levels + 1) - 2) + 2^level - 2 + node.
struct TreeShape {
  std::uint32_t coordinates; // at least 1
  std::uint32_t levels;      // 1 to 30

  std::uint64_t leaves() const { return std::uint64_t{1} << levels; } // of a coordinate
  std::uint64_t bins_a_coordinate() const { return 2 * leaves() - 2; }
  std::uint64_t bins() const { return coordinates * bins_a_coordinate(); }
  std::uint64_t bin(std::uint32_t coordinate, std::uint32_t level, std::uint64_t node) const {
    return coordinate * bins_a_coordinate() + (std::uint64_t{1} << level) - 2 + node;
  }

  friend bool operator==(const TreeShape &, const TreeShape &) = default;
};

// PROMISE  The participant's own nodes, one a coordinate and level, and Poisson(dummies_mean) dummies, each
//          uniform among all bins. From n such participants every bin gets Poisson(n dummies_mean / bins)
//          dummies, independent of all others.
// WHY      Poisson counts add up to Poisson counts, and split into independent ones when each goes its way.
// ASSUMES  A shuffler permutes the records of everyone; own nodes come first in what is appended.
// CHECKED  tests/shuffle/dummy_tree_test.cpp
class TreeClient {
public:
  TreeClient(const TreeShape &shape, const Rational &dummies_mean);

  // Appends bins to `out`; `leaves` has one number below shape.leaves() a coordinate.
  void operator()(std::span<const std::uint32_t> leaves, Bits &bits, std::vector<std::uint64_t> &out) const;

private:
  TreeShape shape_;
  Poisson dummies_;
};

// The analyzer's side: how many records named each bin.
class TreeCounts {
public:
  explicit TreeCounts(const TreeShape &shape);

  // False, and nothing counted, where there is no such bin.
  [[nodiscard]] bool add(std::uint64_t bin) {
    if (bin >= counts_.size()) return false;
    ++counts_[bin];
    ++records_;
    return true;
  }
  void add(const TreeCounts &others); // of the same shape

  const TreeShape &shape() const { return shape_; }
  std::uint64_t records() const { return records_; }
  const std::vector<std::uint64_t> &counts() const { return counts_; } // a bin

  // The estimated share of participants at or below each leaf: never decreasing, in [0, 1], 1 at the last.
  //
  // The counts of a tree contradict each other. Of all that agree, least squares takes the closest (Hay,
  // Rastogi, Miklau, Suciu 2010, here with a root that is known): no unbiased linear estimate varies less,
  // and going down by differences of siblings alone (Haar) has up to twice the variance. As only differences
  // of like subtrees enter, the mean number of dummies cancels and need not be known. What then decreases is
  // made monotone by isotonic regression, which brings no leaf's error above the largest one before.
  std::vector<double> cumulative(std::uint32_t coordinate, std::uint64_t participants) const;

private:
  friend TreeCounts aggregate_tree_counts(const TreeShape &, std::span<const std::uint64_t>, const Rational &,
                                          std::uint64_t, Bits &);

  TreeShape shape_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t records_ = 0;
};

// PROMISE  Equal in law to the counts of all records of `participants` TreeClients, without the records:
//          node counts plus Poisson(participants dummies_mean / bins) a bin. For simulations of very many.
// ASSUMES  leaf_counts[coordinate 2^levels + leaf] people per leaf, `participants` in each coordinate.
// CHECKED  tests/shuffle/dummy_tree_test.cpp
TreeCounts aggregate_tree_counts(const TreeShape &shape, std::span<const std::uint64_t> leaf_counts,
                                 const Rational &dummies_mean, std::uint64_t participants, Bits &bits);

// The standard deviation, in participants, of the number of people at or below a leaf as least squares
// estimates it (before it is made monotone), at the leaf where it is largest; mu is the mean number of
// dummies in a bin, dishonest participants' included. Just below sqrt((levels + 4) mu / 9); the root of the
// mean square over all leaves is about sqrt((levels + 2) mu / 12).
double tree_rank_deviation(const TreeShape &shape, const Rational &mu);

} // namespace poise::internal
