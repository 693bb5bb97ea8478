// The mean of rows clipped to a private radius around zero.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was
//          read with a unit; n is public.
// WHY      All that is released comes from clip_and_sum, which has the whole grant; without a grid, what
//          found_grid_mean leaves of it.
// CHECKED  tests/estimate/instance_optimal_mean_test.cpp
//
// Error about (sqrt(d / rho) + log log of the range / sqrt(rho)) / n times the largest norm, not the bound.
Result<Estimate> clipped_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                              Bits &bits, const MeanOptions &options = {}, const RunOptions &run = {});

extern const MeanMethod clipped_method;

} // namespace poise::internal
