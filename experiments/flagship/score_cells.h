// Running methods on cells: several tables a cell, many runs a table.
#pragma once

#include "experiments/flagship/cell_scores.h"
#include "experiments/flagship/entrants.h"
#include "experiments/frame/trials.h"

#include <algorithm>

namespace poise::internal::experiments {

// How often each method runs at each budget, on how many tables.
struct RunCounts {
  unsigned runs;
  unsigned runs_of_few_columns; // two to five, where single runs say little
  unsigned runs_of_one_column;  // where even the median of hundreds is known to some percent only
  // With few columns a radius may suit one table by luck: what one table says is little, too.
  unsigned tables = 4, tables_of_few_columns = 20;

  static bool few_columns(const Cell &cell) { return cell.columns <= 5; }
  unsigned of(const Cell &cell) const {
    return cell.columns == 1 ? runs_of_one_column : few_columns(cell) ? runs_of_few_columns : runs;
  }
  unsigned tables_of(const Cell &cell) const {
    return std::min(few_columns(cell) ? tables_of_few_columns : tables, of(cell));
  }
};

// PROMISE  The same seed gives the same scores, whatever the threads and whichever other cells there are.
// WHY      Tables, floors and noise come from streams numbered by cell, budget, run and method.
// CHECKED  tests/experiments/score_cells_test.cpp
//
// Errors are against the mean of the very table, so that privacy's error alone counts: in l2-norm, or with
// units of their own the root mean square over the columns of error over standard deviation. An answer that
// is no number is as wrong as can be. Of `plan`, the number of trials is not used.
Result<std::vector<CellScores>> score_cells(const std::vector<Cell> &cells, std::span<const Entrant> entrants,
                                            const RunCounts &counts, const TrialPlan &plan);

} // namespace poise::internal::experiments
