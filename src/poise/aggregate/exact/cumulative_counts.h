// How many rows of one column lie at or below rising thresholds, however many there are.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  Count t is the number of rows whose cell is at or below thresholds[t]. Replacing one row moves
//          each count by at most one, all in the same direction (ExactCounts::nested).
// WHY      Every row is in one bucket, that of the first threshold that is not below it; counts are sums of
//          buckets. A row that sinks is added to the counts between, one that rises is taken from them.
// CHECKED  tests/aggregate/cumulative_counts_test.cpp
class CumulativeCounts {
public:
  // Of rows with one column. One or more thresholds, any numbers that rise strictly: others are a bug and
  // throw.
  static Result<ExactCounts> of(const GridRows &rows, std::span<const std::int64_t> thresholds,
                                const RunOptions &run = {});
};

} // namespace poise::internal
