// Integers in rising order as gaps of equal score, ready to be drawn from by the exponential mechanism.
#pragma once

#include "poise/random/sampler/exponential_mechanism.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace poise::internal {

struct CandidateGaps {
  std::vector<Gap> gaps;
  std::vector<std::int64_t> firsts; // the lowest candidate of each gap
};

// PROMISE  The candidates low … high in their order, each with score(#{x <= y}, #{x < y}), where x runs
//          through the sorted cells. Neighbours of equal score share a gap.
// WHY      Between two cells that differ both counts stay as they are.
// ASSUMES  Cells lie within low … high, and these within +-2^62: neighbours of a candidate fit 64 bits, and
//          differences fit as unsigned numbers.
// CHECKED  tests/mechanism/exponential_quantile_test.cpp, tests/mechanism/recursive_quantiles_test.cpp
template <class T, class Score>
CandidateGaps candidate_gaps(std::span<const T> sorted, std::int64_t low, std::int64_t high, Score score) {
  CandidateGaps result;
  result.gaps.reserve(sorted.size() + 2);
  result.firsts.reserve(sorted.size() + 2);
  const auto add = [&](std::int64_t first, std::uint64_t count, std::uint64_t at_or_below,
                       std::uint64_t below) {
    if (count == 0) return;
    const std::uint64_t value = score(at_or_below, below);
    // Below a rank a cell is as good as what follows it, above it as what is before.
    if (!result.gaps.empty() && result.gaps.back().score == value) {
      result.gaps.back().count += count;
      return;
    }
    result.gaps.push_back({count, value});
    result.firsts.push_back(first);
  };
  std::int64_t next = low; // the lowest candidate not in a gap yet
  std::uint64_t below = 0;
  while (below < sorted.size()) {
    const std::int64_t value = sorted[below];
    std::uint64_t at_or_below = below;
    while (at_or_below < sorted.size() && sorted[at_or_below] == value) ++at_or_below;
    add(next, static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(next), below, below);
    add(value, 1, at_or_below, below);
    next = value + 1;
    below = at_or_below;
  }
  add(next, static_cast<std::uint64_t>(high) + 1 - static_cast<std::uint64_t>(next), below, below);
  return result;
}

// They stay where they are: the mechanism looks at them.
class WeighedCandidates {
public:
  WeighedCandidates(CandidateGaps gaps, std::shared_ptr<const ExponentialPowers> powers)
      : gaps_(std::move(gaps)), mechanism_(gaps_.gaps, std::move(powers)) {}
  WeighedCandidates(const WeighedCandidates &) = delete;
  WeighedCandidates &operator=(const WeighedCandidates &) = delete;

  std::int64_t draw(Bits &bits) const {
    const Choice choice = mechanism_(bits);
    // Modulo 2^64: the candidate fits.
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(gaps_.firsts[choice.gap]) + choice.offset);
  }

private:
  CandidateGaps gaps_;
  ExponentialMechanism mechanism_;
};

} // namespace poise::internal
