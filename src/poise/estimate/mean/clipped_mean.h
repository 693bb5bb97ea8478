// The mean of rows clipped to a private radius around zero.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/grid.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was
//          read with a unit; n is public.
// WHY      All that is released comes from clip_and_sum, which has the whole grant.
// CHECKED  tests/estimate/instance_optimal_mean_test.cpp
//
// Error about (sqrt(d / rho) + log log of the range / sqrt(rho)) / n times the largest norm, not the bound.
Result<Estimate> clipped_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                              const MeanOptions &options = {}, const RunOptions &run = {});

} // namespace poise
