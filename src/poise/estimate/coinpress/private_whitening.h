// A private covariance, as the matrix that makes rows vary equally in every direction: CoinPress's other
// half.
#pragma once

#include "poise/base/run_options.h"
#include "poise/grid/grid_rows.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"

#include <Eigen/Core>
#include <memory>

namespace poise::internal {

struct Whitening {
  // Rows x, in the units of the grid's numbers, times this vary with a standard deviation of about 1, at
  // most, in every direction.
  Eigen::MatrixXd matrix;
  Receipt<Rho> receipt;
  bool is_private;
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      Rows are paired by a secret uniform order and subtracted, so that one row moves one
//          pair, and their mean is zero (pair_differences). Every step is noisy_sum of the second
//          moments of pairs, times a matrix that follows from earlier releases, clipped into a
//          public ball. The shares add up to the grant.
// CHECKED  tests/estimate/coinpress_mean_test.cpp
//
// As published (CoinPress, 2020), but that means are removed by pairing. `step` is the grid's; no direction
// varies with more than largest_std.
Result<Whitening> private_whitening(std::shared_ptr<const GridRows> rows, double step, double largest_std,
                                    unsigned steps, Grant<Rho> grant, Bits &bits, const RunOptions &run = {});

} // namespace poise::internal
