// What every method did on a cell of the flagship's table, at one budget.
#pragma once

#include "experiments/flagship/cell.h"

#include <optional>
#include <string_view>
#include <vector>

namespace poise::internal::experiments {

struct MethodScore {
  std::string_view method;
  bool left_out = false;            // it takes too long for so many columns
  std::vector<double> errors = {};  // run by run; not a number for a refusal
  std::vector<double> covered = {}; // by the 95% interval, as a share of the columns; likewise
};

struct CellScores {
  std::string cell;
  std::size_t rows, columns;
  bool own_units, fresh;
  CellBudget budget;
  unsigned tables;                  // run r was on table r modulo this
  double floor;                     // mean over the tables
  std::vector<MethodScore> methods; // the flagship first

  std::string name() const; // "gauss16 @ 0.125"
};

// Of the runs that were answered; nothing where none was.
struct ScoreSummary {
  double median, p95, most;
  unsigned runs, refusals;
};
ScoreSummary summarise(const MethodScore &score);

// Mean share; not a number where nothing was answered.
double coverage(const MethodScore &score);

// The other one whose median is least among those that answered at least half of the runs; none if none did.
const MethodScore *best_rival(const CellScores &scores);

} // namespace poise::internal::experiments
