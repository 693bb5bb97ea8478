// How many cells of all columns together have a magnitude within each radius of a public grid.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/aggregate/geometric_grid.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  Count i is the number of cells x, all columns pooled, with |x| at most radius i of the
//          grid. Replacing one row moves each count by at most the number of columns.
// WHY      Every cell is in one bucket (pooled_counts.h), and a row has as many cells as columns.
// CHECKED  tests/aggregate/answers_test.cpp
class PooledHistogram {
public:
  static Result<ExactCounts> of(const GridRows &rows, const GeometricGrid &radii, const RunOptions &run = {});
};

} // namespace poise::internal
