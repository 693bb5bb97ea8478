// Dummies uniform over all bins, and least squares on what comes of it.
#include "poise/shuffle/dummy_tree.h"

#include "poise/random/sampler/uniform.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

const TreeShape &checked(const TreeShape &shape) {
  if (shape.coordinates == 0 || shape.levels == 0 || shape.levels > 30)
    throw std::logic_error("poise: no shape of trees");
  return shape;
}

// The least-squares estimate of a node from its own subtree has this variance, in units of a bin's own:
// 2^(height - 1) / (2^height - 1), leaves having height 1. Then 1/v = 1 + 1/(2 v of the height below).
double subtree_variance(std::uint32_t height) {
  return std::ldexp(1.0, static_cast<int>(height) - 1) / (std::ldexp(1.0, static_cast<int>(height)) - 1);
}

// Isotonic regression: neighbours that decrease become their mean, until none do.
void make_monotone(std::vector<double> &values) {
  struct Run {
    double mean;
    std::size_t length;
  };
  std::vector<Run> runs;
  for (const double value : values) {
    Run run{value, 1};
    while (!runs.empty() && runs.back().mean > run.mean) {
      const Run before = runs.back();
      runs.pop_back();
      const std::size_t length = before.length + run.length;
      run.mean += (before.mean - run.mean) * static_cast<double>(before.length) / static_cast<double>(length);
      run.length = length;
    }
    runs.push_back(run);
  }
  std::size_t at = 0;
  for (const Run &run : runs) {
    std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(at), run.length, run.mean);
    at += run.length;
  }
}

} // namespace

TreeClient::TreeClient(const TreeShape &shape, const Rational &dummies_mean)
    : shape_(checked(shape)), dummies_(dummies_mean) {}

void TreeClient::operator()(std::span<const std::uint32_t> leaves, Bits &bits,
                            std::vector<std::uint64_t> &out) const {
  if (leaves.size() != shape_.coordinates) throw std::logic_error("poise: a leaf a coordinate");
  for (std::uint32_t coordinate = 0; coordinate < shape_.coordinates; ++coordinate) {
    const std::uint64_t leaf = leaves[coordinate];
    if (leaf >= shape_.leaves()) throw std::logic_error("poise: a tree has no such leaf");
    for (std::uint32_t level = 1; level <= shape_.levels; ++level)
      out.push_back(shape_.bin(coordinate, level, leaf >> (shape_.levels - level)));
  }
  const std::uint64_t bins = shape_.bins();
  for (std::uint64_t dummies = dummies_(bits); dummies > 0; --dummies)
    out.push_back(uniform_below(bins, bits));
}

TreeCounts::TreeCounts(const TreeShape &shape) : shape_(checked(shape)), counts_(shape.bins()) {}

void TreeCounts::add(const TreeCounts &others) {
  if (!(shape_ == others.shape_)) throw std::logic_error("poise: counts of two trees do not add up");
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) counts_[bin] += others.counts_[bin];
  records_ += others.records_;
}

std::vector<double> TreeCounts::cumulative(std::uint32_t coordinate, std::uint64_t participants) const {
  if (coordinate >= shape_.coordinates || participants == 0)
    throw std::logic_error("poise: a tree is asked for a coordinate it has, of at least one participant");
  // The nodes as a heap: the children of i are 2i and 2i + 1, the root is 1, bin 0 of a coordinate is 2.
  const std::uint64_t leaves = shape_.leaves();
  std::vector<double> node(2 * leaves);
  const std::uint64_t first = shape_.bin(coordinate, 1, 0);
  for (std::uint64_t i = 2; i < 2 * leaves; ++i) node[i] = static_cast<double>(counts_[first + i - 2]);
  // Upwards: each node by itself and by its children, the less weight the more it varies.
  for (std::uint32_t level = shape_.levels - 1; level >= 1; --level) {
    const double own = subtree_variance(shape_.levels - level + 1);
    const std::uint64_t begin = std::uint64_t{1} << level;
    for (std::uint64_t i = begin; i < 2 * begin; ++i)
      node[i] = own * node[i] + (1 - own) * (node[2 * i] + node[2 * i + 1]);
  }
  // Downwards: children share what their parent has, and keep their difference.
  node[1] = static_cast<double>(participants);
  for (std::uint64_t i = 1; i < leaves; ++i) {
    const double difference = node[2 * i] - node[2 * i + 1];
    node[2 * i] = (node[i] + difference) / 2;
    node[2 * i + 1] = (node[i] - difference) / 2;
  }
  std::vector<double> shares(node.begin() + static_cast<std::ptrdiff_t>(leaves), node.end());
  std::partial_sum(shares.begin(), shares.end(), shares.begin());
  shares.pop_back(); // everyone is at or below the last leaf
  make_monotone(shares);
  for (double &share : shares) share = std::clamp(share / static_cast<double>(participants), 0.0, 1.0);
  shares.push_back(1);
  return shares;
}

TreeCounts aggregate_tree_counts(const TreeShape &shape, std::span<const std::uint64_t> leaf_counts,
                                 const Rational &dummies_mean, std::uint64_t participants, Bits &bits) {
  TreeCounts result(shape);
  const std::uint64_t leaves = shape.leaves();
  if (leaf_counts.size() != shape.coordinates * leaves || participants == 0)
    throw std::logic_error("poise: a tree needs a count a leaf");
  const Poisson dummies(dummies_mean * to_integer(participants) / to_integer(shape.bins()));
  std::vector<std::uint64_t> node(2 * leaves);
  for (std::uint32_t coordinate = 0; coordinate < shape.coordinates; ++coordinate) {
    const auto own = leaf_counts.subspan(coordinate * leaves, leaves);
    std::copy(own.begin(), own.end(), node.begin() + static_cast<std::ptrdiff_t>(leaves));
    for (std::uint64_t i = leaves - 1; i >= 1; --i) node[i] = node[2 * i] + node[2 * i + 1];
    if (node[1] != participants)
      throw std::logic_error("poise: the leaves of a tree do not hold everyone once");
    std::uint64_t *const counts = &result.counts_[shape.bin(coordinate, 1, 0)];
    for (std::uint64_t i = 2; i < 2 * leaves; ++i) {
      counts[i - 2] = node[i] + dummies(bits);
      result.records_ += counts[i - 2];
    }
  }
  return result;
}

double tree_rank_deviation(const TreeShape &shape, const Rational &mu) {
  checked(shape);
  if (mu < 0) throw std::logic_error("poise: a mean number of dummies is not negative");
  // With a share a of a subtree's leaves at or below x, the difference of the estimates of its two children
  // enters the rank of x with weight min(a, 1 - a), and with a variance of two children. Differences
  // of one path are uncorrelated. below[m] is the sum over the subtrees on the path, m leaves being at or
  // below.
  std::vector<double> below = {0, 0};
  for (std::uint32_t height = 1; height <= shape.levels; ++height) {
    const std::size_t leaves = std::size_t{1} << height;
    const double difference = 2 * subtree_variance(height);
    std::vector<double> here(leaves + 1);
    for (std::size_t m = 0; m <= leaves; ++m) {
      const double weight = static_cast<double>(std::min(m, leaves - m)) / static_cast<double>(leaves);
      here[m] = weight * weight * difference + below[m <= leaves / 2 ? m : m - leaves / 2];
    }
    below = std::move(here);
  }
  return std::sqrt(*std::max_element(below.begin(), below.end()) * mu.get_d());
}

} // namespace poise::internal
