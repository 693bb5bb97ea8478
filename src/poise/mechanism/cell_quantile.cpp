// Integers between two values that occur, cut where the prior changes.
#include "poise/mechanism/cell_quantile.h"

#include "poise/mechanism/ladder_quantile.h"
#include "poise/random/sampler/exponential_mechanism.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

constexpr std::int64_t furthest_cell = SortedCells::furthest;

struct WeighedGaps {
  std::vector<Gap> gaps;
  std::vector<std::int64_t> firsts;
  std::vector<std::uint64_t> weights; // of one integer
};

// All integers of the range in stretches of one score and one weight.
WeighedGaps weighed_gaps(std::span<const std::int64_t> sorted, std::uint64_t rank, const CellPrior &prior) {
  WeighedGaps result;
  const auto &stretches = prior.stretches();
  std::size_t stretch = 0;
  const auto add = [&](std::int64_t first, std::int64_t end, std::uint64_t at_or_below, std::uint64_t below) {
    const std::uint64_t score = at_or_below < rank ? rank - at_or_below
                                : below >= rank    ? below - rank + 1
                                                   : 0;
    while (first < end) {
      while (stretch + 1 < stretches.size() && stretches[stretch + 1].first <= first) ++stretch;
      const std::int64_t last =
          stretch + 1 < stretches.size() ? std::min(end, stretches[stretch + 1].first) : end;
      const std::uint64_t weight = stretches[stretch].weight;
      result.gaps.push_back({static_cast<std::uint64_t>(last - first) * weight, score});
      result.firsts.push_back(first);
      result.weights.push_back(weight);
      first = last;
    }
  };
  std::int64_t next = -furthest_cell;
  std::uint64_t below = 0;
  while (below < sorted.size()) {
    const std::int64_t value = sorted[below];
    std::uint64_t at_or_below = below;
    while (at_or_below < sorted.size() && sorted[at_or_below] == value) ++at_or_below;
    add(next, value, below, below);
    add(value, value + 1, at_or_below, below);
    next = value + 1;
    below = at_or_below;
  }
  add(next, furthest_cell + 1, below, below);
  return result;
}

} // namespace

CellPrior::CellPrior(std::vector<Stretch> stretches) : stretches_(std::move(stretches)) {
  if (stretches_.empty() || stretches_.front().first != -furthest_cell)
    throw std::logic_error("poise: a prior has to begin with the lowest cell");
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    const std::int64_t end = i + 1 < stretches_.size() ? stretches_[i + 1].first : furthest_cell + 1;
    const UInt128 mass = UInt128{stretches_[i].weight} * static_cast<UInt128>(end - stretches_[i].first);
    if (stretches_[i].first >= end || mass == 0 || mass >> 63 != 0)
      throw std::logic_error("poise: a prior needs rising stretches, and weights that add up");
  }
}

Result<Released<FoundCell>> cell_quantile(const SortedCells &cells, std::uint64_t rank,
                                          const CellPrior &prior, Grant<Rho> grant, Bits &bits,
                                          std::string step) {
  const auto rate = ladder_rate(grant.amount());
  if (!rate)
    return bad_parameter(
        "the budget is too small for any answer: every number would be as likely as every other",
        "give more budget");
  const ReleaseKey key;
  const WeighedGaps weighed = weighed_gaps(cells.values(key), std::max<std::uint64_t>(1, rank), prior);
  const Choice choice = ExponentialMechanism(weighed.gaps, *rate)(bits);
  const auto offset = static_cast<std::int64_t>(choice.offset / weighed.weights[choice.gap]);
  return Released<FoundCell>(key, FoundCell{weighed.firsts[choice.gap] + offset},
                             std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
