// Sums of columns that are scaled so that noise follows their spread: the factors, the sum, and the way back.
#pragma once

#include "poise/estimate/mean/clip_and_sum.h"
#include "poise/estimate/mean/mean_options.h"

#include <optional>
#include <vector>

namespace poise::internal {

// What is public about cells before they are scaled.
struct Unscaled {
  double reach;        // no cell is further from zero
  double least_factor; // how many cells one becomes at least, if the furthest then still fits 60 bits
};

// What every column is multiplied by, from releases and public facts: for error in l_p-norm, std^(-2 / (p +
// 2)), all times the same, so that the unit of the stds does not matter. That is as much as `cells` wants, or
// more if the furthest cell then still fits 31 bits. No std is negative; those of columns that do not vary
// count as the least of the others, and none as less than 2^-40 of the largest.
std::vector<double> factors_for(std::vector<double> stds, double norm, const Unscaled &cells);

// clip_and_sum with the shares of plan.
Result<ClippedRelease> clip_and_sum_scaled(const GridRows &scaled, std::optional<Integer> longest,
                                           const PlanShares &shares, MeanOptions options, Grant<Rho> grant,
                                           Bits &bits, const RunOptions &run);

// So many cells of the scaled sum are how much of the mean, per column; and the mean itself.
struct ScaledBack {
  std::vector<double> value, noise_std;
};
ScaledBack scaled_back(const NoisySum &sum, const std::vector<double> &factors, double step,
                       std::size_t people);

} // namespace poise::internal
