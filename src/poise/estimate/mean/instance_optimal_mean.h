// The instance-optimal mean: rotate, find a centre, clip around it, sum; error in proportion to the data's
// diameter.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was
//          read with a unit; n is public.
// WHY      The rotation has random signs that do not depend on the rows. A quarter of rho goes to
//          the medians of all rotated columns (noisy_column_quantiles); they are a release, so
//          the shift is public by then; three quarters go to clip_and_sum. What follows uses
//          releases and public facts alone. Without a grid this is done with what found_grid_mean
//          leaves of rho.
// CHECKED  tests/estimate/instance_optimal_mean_test.cpp
//
// As published (Theorem 3), with the corrected search. Error about sqrt(d / rho) / n times the diameter of
// the data, wherever they lie and whatever the bound, once n is large beside sqrt(d log(d * range) / rho).
Result<Estimate> instance_optimal_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                                       Bits &bits, const MeanOptions &options = {},
                                       const RunOptions &run = {});

extern const MeanMethod instance_optimal_method;

} // namespace poise::internal
