// PLAN for rows of zeros and ones, such as baskets: sparse rows stay sparse from the file to the sum.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      A tenth goes to noisy_sum of how many ones each column has, which one row moves by at most
//          sqrt(d) in l2-norm. The variances made of it, q (1 - q), are public by then. The rest goes to
//          clip_and_sum of the rows scaled by them, around zero: rows without negative cells, whose clipped
//          sum one row moves by at most sqrt(2) radii, not 2 (clipped_sums.h).
// CHECKED  tests/estimate/binary_plan_mean_test.cpp
//
// As published (PLAN, sections 5.2 and 7.1), no variance counts as less than d^(-2/5); but for its noise,
// which is for 2 radii, and for its budget: it gives 9 / (10 d) to the radius, this a hundredth.
// With variances from the caller their share goes to the radius and the sum. An Error when the table does not
// promise zeros and ones and has other cells, or was read with a unit: the mean of a person's rows is
// neither.
Result<Estimate> binary_plan_mean(const Table &table, Grant<Rho> grant, Bits &bits,
                                  const MeanOptions &options = {}, const RunOptions &run = {});

} // namespace poise::internal
