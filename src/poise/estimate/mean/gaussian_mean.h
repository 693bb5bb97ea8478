// The mean under worst-case bounds: cut every cell off, sum, add Gaussian noise.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was read
//          with a unit; n, the number of rows or people, is public.
// WHY      The one release is noisy_sum of the column sums on the grid; what follows
//          uses it and public facts only. Whether it fails depends on n, d and rho.
// CHECKED  tests/estimate/gaussian_mean_test.cpp
//
// Noise per column: bound * sqrt(2 d / rho) / n, whatever the data. Without a grid cells up to about 1e9 are
// let in, with a warning.
Result<Estimate> gaussian_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                               Bits &bits, const MeanOptions &options = {}, const RunOptions &run = {});

extern const MeanMethod gaussian_method;

} // namespace poise::internal
