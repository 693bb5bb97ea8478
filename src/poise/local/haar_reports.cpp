// Haar coefficients by Hadamard rows: the noisy bit of a participant, and the shares that many of them tell.
#include "poise/local/haar_reports.h"

#include "poise/aggregate/kernel/hadamard.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace poise::internal {
namespace {

unsigned checked_haar_levels(unsigned levels) {
  if (levels < 1 || levels > most_haar_levels)
    throw std::logic_error("poise: a Haar tree has 1 to 20 levels");
  return levels;
}

// coth(eps/2), kept finite: below such an eps no number of reports says anything.
double stretch_of(const Epsilon &epsilon) { return 1 / std::tanh(std::max(epsilon.display() / 2, 1e-70)); }

} // namespace

bool haar_bit(unsigned levels, std::uint32_t leaf, unsigned level, std::uint32_t row) {
  const std::uint32_t half = leaf >> (levels - level - 1);
  const std::uint32_t node = half >> 1;
  const auto minus_signs = static_cast<unsigned>(std::popcount(row & node)) + (half & 1U);
  return minus_signs % 2 == 0;
}

HaarRandomiser::HaarRandomiser(unsigned levels, const Epsilon &epsilon)
    : levels_(checked_haar_levels(levels)), surplus_((0 - levels_) % levels_), flips_(epsilon.exact()) {}

HaarReport HaarRandomiser::operator()(std::uint32_t leaf, Bits &bits) const {
  if (leaf >> levels_ != 0) throw std::logic_error("poise: a participant's leaf is one of the tree");
  // One word tells the level by its upper half (as uniform_below does, of 32 bits) and the row by its lower
  // half: words are what costs time here.
  std::uint64_t word;
  std::uint64_t product;
  do {
    word = bits.word();
    product = (word >> 32) * levels_;
  } while (static_cast<std::uint32_t>(product) < surplus_);
  const auto level = static_cast<unsigned>(product >> 32);
  const auto row = static_cast<std::uint32_t>(word & ((std::uint64_t{1} << level) - 1));
  const bool flip = flips_(bits);
  return {static_cast<std::uint8_t>(level), row, haar_bit(levels_, leaf, level, row) != flip};
}

HaarCounts::HaarCounts(unsigned levels, const Epsilon &epsilon)
    : levels_(checked_haar_levels(levels)), stretch_(stretch_of(epsilon)), level_reports_(levels),
      sums_(std::size_t{1} << levels) {}

void HaarCounts::add(const HaarReport &report) {
  if (report.level >= levels_ || report.row >> report.level != 0)
    throw std::logic_error("poise: a Haar report names a level and a row of its tree");
  ++level_reports_[report.level];
  sums_[(std::size_t{1} << report.level) + report.row] += report.bit ? 1 : -1;
}

void HaarCounts::add(const HaarCounts &other) {
  if (other.levels_ != levels_ || other.stretch_ != stretch_)
    throw std::logic_error("poise: only counts of one shape and one eps are merged");
  for (std::size_t level = 0; level < levels_; ++level) level_reports_[level] += other.level_reports_[level];
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i] += other.sums_[i];
}

std::uint64_t HaarCounts::reports() const {
  return std::accumulate(level_reports_.begin(), level_reports_.end(), std::uint64_t{0});
}

std::vector<double> HaarCounts::cumulative() const {
  const std::size_t all = std::size_t{1} << levels_;
  // edges[i] is the share of participants below leaf i. Edges are found between edges known already, so
  // that they stay in order whatever the noise.
  std::vector<double> edges(all + 1);
  edges[all] = 1;
  for (unsigned level = 0; level < levels_; ++level) {
    const std::size_t nodes = std::size_t{1} << level;
    const std::size_t width = all >> level;
    std::vector<std::int64_t> differences(sums_.begin() + static_cast<std::ptrdiff_t>(nodes),
                                          sums_.begin() + static_cast<std::ptrdiff_t>(2 * nodes));
    hadamard_rows(std::span(differences), nodes);
    const auto reports = static_cast<double>(std::max<std::uint64_t>(level_reports_[level], 1));
    for (std::size_t node = 0; node < nodes; ++node) {
      const double below = edges[node * width];
      const double above = edges[(node + 1) * width];
      const double difference = stretch_ * static_cast<double>(differences[node]) / reports;
      edges[node * width + width / 2] = std::clamp((below + above + difference) / 2, below, above);
    }
  }
  edges.erase(edges.begin());
  return edges;
}

double haar_rank_deviation(unsigned levels, const Epsilon &epsilon, double reports) {
  // Were the participants drawn from a larger crowd, the difference at a node would have variance levels
  // coth^2(eps/2) / reports around the crowd's. It enters the share below a point that lies at the part u of
  // a node of 2^m leaves with weight min(u, 1-u), whose square is (1 + 2/4^m)/12 on average; m is 1 … levels.
  // Around the participants' own share the variance is less by that of their share around the crowd's.
  const double beyond = 1 - std::pow(0.25, checked_haar_levels(levels));
  const double stretch = stretch_of(epsilon);
  const double variance = levels * stretch * stretch * (levels / 12.0 + beyond / 18) - beyond / 6;
  return std::sqrt(std::max(variance, 0.0) /
                   reports); // two leaves and a large eps come to nothing, but for rounding
}

} // namespace poise::internal
