// The sum of every column, exactly.
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  The exact integer sum of all rows; replacing one row moves it by at most
//          2 * bound * sqrt(columns) in l2-norm and 2 * bound * columns in l1-norm; by half of that where
//          no cell is below zero.
// WHY      Integer addition does not care about order. A cell lies within +-bound, or within 0 … bound, so a
//          replacement moves each of the d sums by at most 2 * bound, or bound.
//          No overflow: |cell| <= 2^62 and there are fewer than 2^62 rows, so |sum| < 2^124.
// CHECKED  tests/aggregate/answers_test.cpp
class ColumnSums {
public:
  static Result<ExactSum> of(const GridRows &rows, const RunOptions &run = {});
};

} // namespace poise::internal
