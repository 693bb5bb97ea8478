// The flagship's scores as tables for programs and as a heat map.
#pragma once

#include "experiments/chart/heat_map.h"
#include "experiments/flagship/cell_scores.h"

namespace poise::internal::experiments {

// How the flagship stands at one budget of a cell; not a number where somebody did not answer.
struct Standing {
  std::string name, rival; // the best one by median; empty where nobody answered
  bool fresh;
  double ratio, p95_ratio; // to the best rival
  double to_floor;
  double coverage;
  double most_over_median;
  unsigned runs, refusals;
};
Standing standing_of(const CellScores &scores);

// A line a cell, budget and method.
std::string scores_csv(const std::vector<CellScores> &scores);

// A line a cell and budget: the flagship beside the best of its rivals, and the floor.
std::string standings_csv(const std::vector<CellScores> &scores);

// Median errors over those of the flagship.
HeatMap ratios_map(const std::vector<CellScores> &scores);

} // namespace poise::internal::experiments
