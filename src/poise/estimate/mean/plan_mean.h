// PLAN: a mean whose noise follows the variance of every column.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was read with a
//          unit; n is public.
// WHY      A sixteenth goes to the medians of all columns (exponential_quantiles), three to their variances
//          (private_variances), twelve to clip_and_sum of the rows around those medians, scaled by those
//          variances, which are releases and so public by then. With variances from the caller all four go to
//          the medians. With too few rows for that, which n, d, rho and the options tell, the whole grant
//          goes to instance_optimal_mean, or for sparse rows to clipped_mean. A table of zeros and ones goes
//          to binary_plan_mean. Without a grid all of this is done with what found_grid_mean leaves.
// CHECKED  tests/estimate/plan_mean_test.cpp
//
// As published (PLAN: variance-aware private mean estimation, listing 1), but for what its program got wrong
// about its medians' cost: for error in l_p-norm, columns are scaled by std^(-2 / (p + 2)). Estimated stds
// get the average of all added to each; given ones are taken at their word, up to their unit.
Result<Estimate> plan_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant, Bits &bits,
                           const MeanOptions &options = {}, const RunOptions &run = {});

// PROMISE  As above, of medians and clip_and_sum alone: a quarter and three.
// WHY      As above, with the same way out when there are too few rows.
// CHECKED  tests/estimate/plan_mean_test.cpp
//
// As published (theorem 6.1): no scaling, and no rotation, so that sparse rows are clipped and summed as
// such; only for the medians every column is sorted in full, which takes memory for all cells.
Result<Estimate> plan_noscale_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                                   Bits &bits, const MeanOptions &options = {}, const RunOptions &run = {});

extern const MeanMethod plan_method;
extern const MeanMethod plan_noscale_method;

} // namespace poise::internal
