// From rows and budget to weights: locating needs so many rows' worth of epsilon, the rest is for precision.
#include "poise/estimate/universal/universal_shares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace poise::internal {
namespace {

// A step that locates something works once its epsilon times n is `enough`; more than `most` of the budget it
// never gets, and less than `least` saves nothing.
struct Step {
  double enough, least, most;

  double share(double rows_times_epsilon) const {
    return std::clamp(enough / rows_times_epsilon, least, most);
  }
};

constexpr Step scale_step{110, 0.02, 0.2};
constexpr Step magnitude_step{110, 0.02, 0.2};
constexpr Step centre_step{100, 0.04, 0.2};
constexpr Step reach_step{200, 0.05, 0.2};
constexpr Step variance_reach_step{200, 0.05, 0.25};
constexpr double radius_share = 0.2;
constexpr double variance_radius_share = 0.35;

constexpr double whole = 10000;

unsigned weight(double share) { return static_cast<unsigned>(std::max(1.0, std::round(share * whole))); }

// Of a pure budget a step has its share as it is. In zCDP a step with a share s acts like one with sqrt(s) of
// the epsilon that costs as much: so it gets the square, and what that saves goes to the last step.
struct Division {
  bool square;
  double rows_times_epsilon;

  std::vector<unsigned> weights(std::span<const double> shares) const {
    std::vector<unsigned> result;
    auto left = static_cast<unsigned>(whole);
    for (const double share : shares) {
      result.push_back(share > 0 ? weight(square ? share * share : share) : 0);
      left -= result.back();
    }
    result.push_back(left);
    return result;
  }
};

Division division(std::uint64_t rows, const Epsilon &epsilon) {
  return {false, static_cast<double>(rows) * epsilon.display()};
}
Division division(std::uint64_t rows, const Rho &rho) {
  return {true, static_cast<double>(rows) * std::sqrt(2 * rho.display())};
}

UniversalShares tuned_mean(const Division &division, bool with_scale) {
  const double worth = division.rows_times_epsilon;
  const std::array shares = {with_scale ? scale_step.share(worth) : 0.0, magnitude_step.share(worth),
                             centre_step.share(worth), reach_step.share(worth), radius_share};
  const std::vector<unsigned> weights = division.weights(shares);
  return {.scale = weights[0],
          .range = {weights[1], weights[2], weights[3], weights[4]},
          .whole_range = weights[1] + weights[2] + weights[3] + weights[4],
          .sum = weights[5]};
}

UniversalShares mean_of(const UniversalOptions &options, const Division &division) {
  if (options.version == UniversalVersion::tuned) return tuned_mean(division, !options.bucket);
  if (options.bucket)
    return {.scale = 0, .range = published_range_shares(), .whole_range = 4, .sum = 1}; // Algorithm 5
  return {.scale = 1, .range = published_range_shares(), .whole_range = 6, .sum = 1};   // Algorithm 8
}

VarianceShares variance_of(const UniversalOptions &options, const Division &division) {
  if (options.version == UniversalVersion::published)
    return {options.bucket ? 0U : 1U, 0, 6, 1}; // Algorithm 9
  const std::array shares = {variance_reach_step.share(division.rows_times_epsilon), variance_radius_share};
  const std::vector<unsigned> weights = division.weights(shares);
  return {0, weights[0], weights[1], weights[2]};
}

// A magnitude that holds the outermost quantile costs more the further out it is.
QuantileShares quantiles_of(const UniversalOptions &options, double tail, const Division &division) {
  constexpr double quarter = 0.25, most = 0.3;
  const double further_out = quarter / std::clamp(tail / 2, 1e-6, quarter);
  const Step outer_magnitude{further_out * magnitude_step.enough, magnitude_step.least, most};
  const std::array shares = {options.bucket ? 0.0 : scale_step.share(division.rows_times_epsilon),
                             outer_magnitude.share(division.rows_times_epsilon)};
  const std::vector<unsigned> weights = division.weights(shares);
  return {weights[0], weights[1], weights[2]};
}

} // namespace

UniversalShares mean_shares(const UniversalOptions &options, std::uint64_t rows, const Epsilon &epsilon) {
  return mean_of(options, division(rows, epsilon));
}
UniversalShares mean_shares(const UniversalOptions &options, std::uint64_t rows, const Rho &rho) {
  return mean_of(options, division(rows, rho));
}
VarianceShares variance_shares(const UniversalOptions &options, std::uint64_t pairs, const Epsilon &epsilon) {
  return variance_of(options, division(pairs, epsilon));
}
VarianceShares variance_shares(const UniversalOptions &options, std::uint64_t pairs, const Rho &rho) {
  return variance_of(options, division(pairs, rho));
}
QuantileShares quantile_shares(const UniversalOptions &options, std::uint64_t rows, double tail,
                               const Epsilon &epsilon) {
  return quantiles_of(options, tail, division(rows, epsilon));
}
QuantileShares quantile_shares(const UniversalOptions &options, std::uint64_t rows, double tail,
                               const Rho &rho) {
  return quantiles_of(options, tail, division(rows, rho));
}

} // namespace poise::internal
