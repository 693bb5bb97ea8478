// Noisy unary reports on a tree with five branches, and least squares over all its levels.
#include "poise/local/unary_tree_reports.h"

#include "poise/random/sampler/uniform.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::uint32_t branches = 5;

unsigned checked_tree_levels(unsigned levels) {
  if (levels < 1 || levels > most_unary_tree_levels)
    throw std::logic_error("poise: a unary tree has 1 to 6 levels");
  return levels;
}

std::size_t words_for(std::uint32_t nodes) { return (std::size_t{nodes} + 63) / 64; }

// Kept above zero: below such an eps no number of reports says anything.
double half_of(const Epsilon &epsilon) { return std::max(epsilon.display() / 2, 1e-70); }

// The variance of one report about an empty node: q(1-q)/(1/2-q)^2 with q = 1/(1+e^eps).
double empty_node_variance(const Epsilon &epsilon) {
  const double root = std::sinh(half_of(epsilon));
  return 1 / root / root;
}

// How much a level's reports weigh about one node of it: one over the variance. A node of share f has f more
// than an empty one for its own fair coins, and f for who happened to draw this level. All nodes of a level
// are taken to have the same share.
double precision_of_level(double empty_variance, unsigned level, double reports) {
  return reports / (empty_variance + 2.0 / unary_tree_nodes(level));
}

// What is known about a node from its own reports and all below it, level by level: one over the variance.
// The sum of five nodes of the level below has five times the variance of one. Level 0 is the root, known
// anyway.
std::vector<double> precisions_from_below(const std::vector<double> &own) {
  std::vector<double> joint = own;
  for (std::size_t level = own.size() - 1; level-- > 1;) joint[level] += joint[level + 1] / branches;
  return joint;
}

double sum_of_children(const std::vector<double> &shares, std::size_t node) {
  const auto first = shares.begin() + static_cast<std::ptrdiff_t>(branches * node);
  return std::accumulate(first, first + branches, 0.0);
}

// Moves five children to the nearest five numbers that are not negative and add up to `sum`: what they lack
// or have too much is taken evenly from all; those who cannot pay get zero and drop out.
void divide_among(double sum, std::span<double> children) {
  std::array<bool, branches> out{};
  for (std::uint32_t payers = branches; payers > 0;) {
    double have = 0;
    for (std::size_t i = 0; i < branches; ++i) have += out[i] ? 0 : children[i];
    const double each = (sum - have) / payers;
    std::uint32_t poor = 0;
    for (std::size_t i = 0; i < branches; ++i)
      if (!out[i] && children[i] + each < 0) {
        out[i] = true;
        ++poor;
      }
    if (poor == 0) {
      for (std::size_t i = 0; i < branches; ++i) children[i] = out[i] ? 0 : children[i] + each;
      return;
    }
    payers -= poor;
  }
  std::fill(children.begin(), children.end(), sum / branches); // only where rounding left nobody to pay
}

} // namespace

std::uint32_t unary_tree_nodes(unsigned level) {
  std::uint32_t nodes = 1;
  for (unsigned i = 0; i < level; ++i) nodes *= branches;
  return nodes;
}

UnaryTreeRandomiser::UnaryTreeRandomiser(unsigned levels, const Epsilon &epsilon)
    : levels_(checked_tree_levels(levels)), flips_(epsilon.exact()) {}

std::size_t UnaryTreeRandomiser::words() const { return words_for(unary_tree_nodes(levels_)); }

void UnaryTreeRandomiser::operator()(std::uint32_t leaf, Bits &bits, std::uint8_t &level,
                                     std::span<std::uint64_t> bit_words) const {
  if (leaf >= unary_tree_nodes(levels_))
    throw std::logic_error("poise: a participant's leaf is one of the tree");
  if (bit_words.size() != words())
    throw std::logic_error("poise: a unary report has words for the lowest level");
  const auto drawn = 1 + static_cast<unsigned>(uniform_below(std::uint64_t{levels_}, bits));
  const std::uint32_t nodes = unary_tree_nodes(drawn);
  const std::uint32_t own = leaf / unary_tree_nodes(levels_ - drawn);
  const std::size_t used = words_for(nodes);
  for (std::size_t i = 0; i < used; ++i) bit_words[i] = flips_.word(bits);
  std::fill(bit_words.begin() + static_cast<std::ptrdiff_t>(used), bit_words.end(), 0);
  if (nodes % 64 != 0) bit_words[used - 1] &= (std::uint64_t{1} << (nodes % 64)) - 1;
  const std::uint64_t fair = bits.word() & 1;
  std::uint64_t &word = bit_words[own / 64];
  word = (word & ~(std::uint64_t{1} << (own % 64))) | (fair << (own % 64));
  level = static_cast<std::uint8_t>(drawn);
}

UnaryTreeCounts::UnaryTreeCounts(unsigned levels, const Epsilon &epsilon)
    : levels_(checked_tree_levels(levels)), contrast_(std::tanh(half_of(epsilon)) / 2),
      empty_variance_(empty_node_variance(epsilon)), level_reports_(levels + 1), ones_(levels + 1) {
  for (unsigned level = 1; level <= levels; ++level) ones_[level].resize(unary_tree_nodes(level));
}

void UnaryTreeCounts::add(unsigned level, std::span<const std::uint64_t> bit_words) {
  if (level < 1 || level > levels_) throw std::logic_error("poise: a unary report names a level of its tree");
  std::vector<std::uint64_t> &ones = ones_[level];
  const std::size_t used = words_for(static_cast<std::uint32_t>(ones.size()));
  const std::size_t spare = 64 * used - ones.size();
  if (bit_words.size() < used || (spare != 0 && bit_words[used - 1] >> (64 - spare) != 0))
    throw std::logic_error("poise: a unary report has one bit a node");
  ++level_reports_[level];
  for (std::size_t i = 0; i < used; ++i)
    for (std::uint64_t left = bit_words[i]; left != 0; left &= left - 1)
      ++ones[64 * i + static_cast<std::size_t>(std::countr_zero(left))];
}

void UnaryTreeCounts::add(const UnaryTreeCounts &other) {
  if (other.levels_ != levels_ || other.contrast_ != contrast_)
    throw std::logic_error("poise: only counts of one shape and one eps are merged");
  for (std::size_t level = 1; level <= levels_; ++level) {
    level_reports_[level] += other.level_reports_[level];
    for (std::size_t node = 0; node < ones_[level].size(); ++node)
      ones_[level][node] += other.ones_[level][node];
  }
}

std::uint64_t UnaryTreeCounts::reports() const {
  return std::accumulate(level_reports_.begin(), level_reports_.end(), std::uint64_t{0});
}

// Two passes over the tree solve the least squares (Hay, Rastogi, Miklau, Suciu 2010, with a weight a level).
// That no share is negative is seen to on the way down, where it also helps the children of a node that is
// nearly empty.
std::vector<double> UnaryTreeCounts::leaf_shares() const {
  std::vector<double> own(levels_ + 1);
  for (unsigned level = 1; level <= levels_; ++level)
    own[level] = precision_of_level(empty_variance_, level, static_cast<double>(level_reports_[level]));
  const std::vector<double> joint = precisions_from_below(own);

  // Upwards: the best estimate of a node from its own reports and those below it.
  std::vector<std::vector<double>> shares(levels_ + 1);
  shares[0] = {1};
  for (unsigned level = levels_; level >= 1; --level) {
    std::vector<double> &here = shares[level];
    here.resize(ones_[level].size());
    if (!(joint[level] > 0)) continue; // nobody reported from here down: all zero, divided evenly below
    const auto reports = static_cast<double>(std::max<std::uint64_t>(level_reports_[level], 1));
    const double own_part = own[level] / joint[level];
    for (std::size_t node = 0; node < here.size(); ++node) {
      const double below = level == levels_ ? 0 : sum_of_children(shares[level + 1], node);
      here[node] =
          own_part * (static_cast<double>(ones_[level][node]) / reports - 0.5 + contrast_) / contrast_ +
          (1 - own_part) * below;
    }
  }
  // Downwards: a node's share is divided among its children.
  for (unsigned level = 0; level < levels_; ++level)
    for (std::size_t node = 0; node < shares[level].size(); ++node)
      divide_among(shares[level][node], std::span(shares[level + 1]).subspan(branches * node, branches));
  return shares[levels_];
}

std::vector<double> UnaryTreeCounts::cumulative() const {
  std::vector<double> sums = leaf_shares();
  std::partial_sum(sums.begin(), sums.end(), sums.begin());
  for (double &sum : sums) sum = std::min(sum, 1.0); // rounding
  sums.back() = 1;
  return sums;
}

double unary_tree_rank_deviation(unsigned levels, const Epsilon &epsilon, double reports) {
  std::vector<double> own(checked_tree_levels(levels) + 1);
  for (unsigned level = 1; level <= levels; ++level)
    own[level] = precision_of_level(empty_node_variance(epsilon), level, reports / levels);
  const std::vector<double> joint = precisions_from_below(own);
  // In the share below a point, the five children of a node count fully up to the one that holds the point,
  // that one by the part u below it, the others not at all; least squares takes the mean of the five away.
  // The sum of squares left over is 0.8 - (2/15)(1 - 1/M^2) on average, with M leaves below each child.
  double variance = 0;
  for (unsigned level = 1; level <= levels; ++level) {
    const double leaves_below = unary_tree_nodes(levels - level);
    variance += (0.8 - 2.0 / 15 * (1 - 1 / leaves_below / leaves_below)) / joint[level];
  }
  const double all = unary_tree_nodes(levels);
  return std::sqrt(variance - (1 - 1 / all / all) / 6 / reports);
}

} // namespace poise::internal
