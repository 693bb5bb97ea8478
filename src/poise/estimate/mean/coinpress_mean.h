// CoinPress, a baseline: a ball that must hold the mean of normal rows shrinks step by step.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was
//          read with a unit; n is public.
// WHY      Everything comes from shrinking_ball; with an estimated covariance half of the budget goes to
//          private_whitening first, which is a release, so the matrix is public by then.
// CHECKED  tests/estimate/coinpress_mean_test.cpp
//
// Believes that rows are normal, with standard deviation 1 in every direction or an estimated covariance, and
// that their mean lies in the ball of the model or, without one, in the ball around all that the bound lets
// in. Where that is wrong, so is the mean; privacy stays. Unless said otherwise it takes three steps.
Result<Estimate> coinpress_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                                Bits &bits, const MeanOptions &options = {}, const RunOptions &run = {});

extern const MeanMethod coinpress_method;

} // namespace poise::internal
