// The heart of CoinPress: a ball around the mean that shrinks with every noisy clipped mean.
#pragma once

#include "poise/base/run_options.h"
#include "poise/grid/grid_rows.h"
#include "poise/mechanism/noisy_sum.h"

#include <memory>
#include <vector>

namespace poise::internal {

// How far from their mean rows of so many columns with standard deviation 1 are, but with probability beta.
double normal_reach(std::size_t columns, double beta);

// What `steps` refinements get of a budget, in proportion: a quarter for all but the last, equally.
std::vector<unsigned> refinement_shares(unsigned steps);

struct BallMean {
  std::vector<double> centre; // the mean, in standard deviations
  double noise_std;           // of each column, in standard deviations
  Receipt<Rho> receipt;
  bool is_private;
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      Every step is noisy_sum of the rows clipped into a ball that follows from earlier releases and
//          public facts: one row moves that by at most twice the radius. The shares add up to the grant.
// CHECKED  tests/estimate/coinpress_mean_test.cpp
//
// As its authors' program does (CoinPress, 2020): the mean of normal rows with identity covariance is within
// `radius` standard deviations of zero; a standard deviation is so many cells of the grid. Wrong beliefs cost
// accuracy alone.
Result<BallMean> shrinking_ball(const std::shared_ptr<const GridRows> &rows, double cells_per_std,
                                double radius, unsigned steps, Grant<Rho> grant, Bits &bits,
                                const RunOptions &run = {});

} // namespace poise::internal
