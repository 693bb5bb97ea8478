// What the instances of PLAN share: sensible choices, enough rows, and how columns are scaled.
#pragma once

#include "poise/estimate/clip_and_sum.h"
#include "poise/estimate/mean_options.h"
#include "poise/privacy/units.h"

#include <optional>
#include <vector>

namespace poise {

// Why choices for plan make no sense, if they do not. To be asked before anything is spent.
std::optional<Error> wrong_plan(const MeanOptions &options, std::size_t columns);

// How many rows it takes for private medians of so many columns to land among the data with probability 99%,
// if these are spread over at least a 4096th of the bound. From public facts alone.
std::uint64_t rows_for_medians(std::size_t columns, const Rho &rho);

// What every column is multiplied by; from releases and public facts.
struct Scaling {
  std::vector<double> factors;
  double typical_length; // the root of the sum of squares of std * factor
};

// For error in l_p-norm, std^(-2 / (p + 2)), all times the same so that no factor times `reach` is beyond
// 2^60 and the least std comes to 2^12 if that allows. No std is negative; those of columns that do not vary
// count as the least of the others, or as one.
Scaling scaling_for(std::vector<double> stds, double norm, double reach);

// clip_and_sum with the shares of plan.
Result<ClippedRelease> clip_and_sum_scaled(const GridRows &scaled, Integer longest, const PlanShares &shares,
                                           MeanOptions options, Grant<Rho> grant, Bits &bits,
                                           const Work &work);

// So many cells of the scaled sum are how much of the mean, per column; and the mean itself.
struct ScaledBack {
  std::vector<double> value, noise_std;
};
ScaledBack scaled_back(const NoisySum &sum, const Scaling &scaling, double step, std::size_t people);

} // namespace poise
