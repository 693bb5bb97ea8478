// From the last sum to an estimate: column by column, with intervals and what a reader should know.
#pragma once

#include "poise/estimate/estimate.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/last_sum.h"
#include "poise/estimate/poise/poise_run.h"

#include <string>
#include <vector>

namespace poise::internal {

// Of the columns that were looked at.
struct FoundSum {
  std::vector<double> centre, spread; // spreads are empty where nobody looked
  LastSum sum;
  std::vector<std::size_t> still = {};        // columns that hardly vary (locate.h)
  std::vector<std::size_t> beyond_reach = {}; // of those, where some rows are at distances nobody knows
  std::vector<std::size_t> unreachable = {};  // columns that vary by too little, or too much
  std::vector<double> unseen = {};            // what others beyond reach may add to a mean
};

// All columns that were asked for.
struct AskedColumns {
  std::vector<std::string> names;
  PresentShares present;
  std::vector<std::size_t> looked_at; // their places
  std::string statistic = "mean";     // that the numbers are for
};

// Made of released and public numbers alone. A column that was not looked at has no cells, as far as counting
// can tell, and no numbers: NaN.
Estimate poise_estimate(const PoiseRun &poise, const FoundSum &found, const KnownColumns &known,
                        AskedColumns asked);

} // namespace poise::internal
