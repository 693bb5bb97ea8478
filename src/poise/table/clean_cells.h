// A table whose cells are cut off at public limits, or whose gaps are zeros.
#pragma once

#include "poise/table/limits.h"
#include "poise/table/table.h"

#include <vector>

namespace poise::internal {

struct CellRules {
  std::vector<Limits> limits = {}; // none, or one a column
  bool zeros_for_gaps = false;

  bool any() const;
};

// PROMISE  The same rows and people; every cell a fixed function of that cell and of public numbers. So
//          neighbours stay neighbours.
// CHECKED  tests/table/clean_cells_test.cpp
//
// Cells are converted a few rows at a time, in every pass; without rules the table is handed back as it is.
// Rows of sparse tables become dense.
Table clean_cells(const Table &table, CellRules rules);

} // namespace poise::internal
