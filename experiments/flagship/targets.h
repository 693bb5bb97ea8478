// What the flagship's table has to show, and whether it does.
#pragma once

#include "experiments/flagship/cell_scores.h"

#include <string>
#include <vector>

namespace poise::internal::experiments {

struct Target {
  std::string what;
  double most;            // it holds up to here
  double found;           // not a number where nothing was measured
  std::string where = {}; // the worst, where there is one

  bool holds() const { return found <= most; }
};

std::vector<Target> targets(const std::vector<CellScores> &scores);

// In words, a line a target; then the cells that are worse than a single cell may be, worst first.
std::string summary_of(const std::vector<CellScores> &scores);

} // namespace poise::internal::experiments
