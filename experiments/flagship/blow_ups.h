// Runs that are far off, beside the usual ones on the same table.
#pragma once

#include "experiments/flagship/cell_scores.h"

namespace poise::internal::experiments {

struct Excess {
  double largest;  // error over the median error on its table
  unsigned beyond; // runs with more than so many times that
};

// Of the first method.
Excess excess_of(const CellScores &scores, double times);

} // namespace poise::internal::experiments
