// How many rows lie at or below thresholds, for all columns and many thresholds in one pass.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  Count t * columns + j is the number of rows whose cell j is <= thresholds[t * columns + j].
//          Replacing one row moves each count by at most one.
// WHY      One comparison a cell and threshold (counts_at_or_below.h). Of sparse rows, all are
//          counted as what is elsewhere, and the named cells are then corrected one by one.
// CHECKED  tests/aggregate/answers_test.cpp
class ColumnCounts {
public:
  // One or more whole rows of thresholds, any numbers.
  static Result<ExactCounts> of(const GridRows &rows, std::span<const std::int64_t> thresholds,
                                const RunOptions &run = {});
};

} // namespace poise::internal
