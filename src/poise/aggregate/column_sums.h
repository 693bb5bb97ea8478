// The sum of every column, exactly, however the rows are cut into chunks.
#pragma once

#include "poise/aggregate/exact_sum.h"
#include "poise/grid/gridded_rows.h"

namespace poise {

// PROMISE  The exact integer sum of all rows added; replacing one row moves it by at
//          most 2 * bound * sqrt(columns) in l2-norm.
// WHY      Integer addition does not care about order. A cell lies within +-bound, so a
//          replacement moves each of the d sums by at most 2 * bound.
//          No overflow: |cell| <= 2^30, there are fewer than 2^64 rows, so |sum| < 2^94.
// CHECKED  tests/aggregate/column_sums_test.cpp
class ColumnSums {
public:
  ColumnSums(const Grid &grid, std::size_t columns);

  // A chunk on the same grid with the same columns.
  void add(const GriddedRows &chunk);

  ExactSum finish() &&;

private:
  Grid grid_;
  std::size_t rows_ = 0;
  std::vector<Int128> totals_;
};

} // namespace poise
