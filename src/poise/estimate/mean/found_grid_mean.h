// The way of a method that was given no grid: one is found first, for a few percent of the budget.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// What a method needs of a grid.
struct GridNeeds {
  int finer;          // how much finer than the typical distance in a column, in octaves
  bool sorts = false; // all cells, and so needs memory for them
};

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was read with a
//          unit; n is public.
// WHY      3% of rho find a grid (find_grid), which is a release and so public by then; the method spends the
//          rest on it. Where all cells are 0 or 1 by the format, the grid is known and costs nothing.
// CHECKED  tests/estimate/found_grid_mean_test.cpp
//
// For methods to call on themselves: `method` is then run with a grid. Shifting or scaling the data changes
// how many bits the grid has, and little else.
Result<Estimate> found_grid_mean(const Table &table, const GridNeeds &needs, RunMean *method,
                                 Grant<Rho> grant, Bits &bits, const MeanOptions &options,
                                 const RunOptions &run);

} // namespace poise::internal
