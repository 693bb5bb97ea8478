// A mean of vectors for those who name no bound: a grid is found first, for a few percent of the budget.
#pragma once

#include "poise/estimate/mean/mean_methods.h"

namespace poise {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was
//          read with a unit; n is public.
// WHY      3% of rho find a grid (find_grid), which is a release and so public by then; the method spends the
//          rest on it. Where all cells are 0 or 1 by the format, the grid is known and costs nothing.
// CHECKED  tests/estimate/bounds_free_mean_test.cpp
//
// For methods that can do without a bound (MeanMethod::finds_grid); others are a bug and throw. Shifting or
// scaling the data changes how many bits the grid has, and little else.
Result<Estimate> bounds_free_mean(const Table &table, const MeanMethod &method, Grant<Rho> grant, Bits &bits,
                                  const MeanOptions &options = {}, const RunOptions &run = {});

} // namespace poise
