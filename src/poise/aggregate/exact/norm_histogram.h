// How many rows have a norm within each radius of a public geometric grid.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/aggregate/geometric_grid.h"
#include "poise/aggregate/kernel/row_norms.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  Count i is the number of rows whose norm is at most radius i of the grid; none is
//          counted beyond the last. Replacing one row moves each count by at most one, all in the same
//          direction.
// WHY      Every row is in one bucket (norm_counts.h); counts up to a radius are sums of buckets. A row whose
//          norm shrinks is added to the counts between, one whose norm grows is taken from them.
// CHECKED  tests/aggregate/answers_test.cpp, tests/aggregate/cumulative_counts_test.cpp
class NormHistogram {
public:
  static Result<ExactCounts> of(const GridRows &rows, Norm norm, const GeometricGrid &radii,
                                const RunOptions &run = {});
};

} // namespace poise::internal
