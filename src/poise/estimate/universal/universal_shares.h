// How the universal estimators divide their budget: as published, or by public facts.
#pragma once

#include "poise/estimate/search/find_range.h"
#include "poise/privacy/grant.h"

#include <vector>

namespace poise::internal {

// What the steps of a column get, in proportion; a step with 0 is not taken.
struct UniversalShares {
  unsigned scale;
  RangeShares range; // in proportion among themselves
  unsigned whole_range;
  unsigned sum;
};

// For a mean of so many rows.
UniversalShares mean_shares(const UniversalOptions &options, std::uint64_t rows, const Epsilon &epsilon);
UniversalShares mean_shares(const UniversalOptions &options, std::uint64_t rows, const Rho &rho);

// For a variance. Published: a scale, from which the radius is looked for; tuned: a reach.
struct VarianceShares {
  unsigned scale, reach, radius, sum;
};
VarianceShares variance_shares(const UniversalOptions &options, std::uint64_t pairs, const Epsilon &epsilon);
VarianceShares variance_shares(const UniversalOptions &options, std::uint64_t pairs, const Rho &rho);

// For quantiles, tuned: scale, magnitude, and the quantiles themselves.
struct QuantileShares {
  unsigned scale, magnitude, quantiles;
};
// The outermost quantile leaves a share of `tail` of the rows beyond it.
QuantileShares quantile_shares(const UniversalOptions &options, std::uint64_t rows, double tail,
                               const Epsilon &epsilon);
QuantileShares quantile_shares(const UniversalOptions &options, std::uint64_t rows, double tail,
                               const Rho &rho);

// Algorithm 4: 1/8, 1/8 and 3/4.
constexpr RangeShares published_range_shares() { return {1, 1, 0, 6}; }

// Grants of those weights that are not 0; the others have none.
template <class Unit>
std::vector<std::optional<Grant<Unit>>> split_up(Grant<Unit> grant, std::span<const unsigned> weights) {
  std::vector<unsigned> taken;
  for (const unsigned weight : weights)
    if (weight > 0) taken.push_back(weight);
  auto grants = std::move(grant).split(taken);
  std::vector<std::optional<Grant<Unit>>> result;
  std::size_t next = 0;
  for (const unsigned weight : weights) {
    if (weight > 0)
      result.emplace_back(std::move(grants[next++]));
    else
      result.emplace_back(std::nullopt);
  }
  return result;
}

} // namespace poise::internal
