// The mean under worst-case bounds: cut every cell off, sum, add Gaussian noise.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was read
//          with a unit; n, the number of rows or people, is public.
// WHY      The one release is noisy_sum of the column sums on the grid; what follows
//          uses it and public facts only. Whether it fails depends on n, d and rho.
// CHECKED  tests/estimate/gaussian_mean_test.cpp
//
// Noise per column: bound * sqrt(2 d / rho) / n, whatever the data.
Result<Estimate> gaussian_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                               const RunOptions &run = {});

} // namespace poise
