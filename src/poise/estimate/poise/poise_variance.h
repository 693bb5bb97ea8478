// The variance that poise answers with: no bound, no parameter.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was read with a
//          unit; n is public.
// WHY      A mean with a part of the budget, and with the rest a mean of the squared distances from it: rows
//          that are a fixed function of a row and of what was released (people_rows.h). How the budget is
//          divided is public. Two releases compose.
// CHECKED  tests/estimate/poise_variance_test.cpp
//
// The mean square of the distances of the cells that are there from their mean. Around a centre that is off
// by e it is larger by e^2: the noise of the centre is taken off, and the interval reaches down by the square
// of the centre's own.
Result<Estimate> poise_variance(const Table &table, Grant<Rho> grant, Bits &bits,
                                const MeanOptions &options = {}, const RunOptions &run = {});

} // namespace poise::internal
