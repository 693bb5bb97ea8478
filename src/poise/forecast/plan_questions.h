// The three questions that those who use plan should ask, answered for given facts.
#pragma once

#include "poise/forecast/assumed_table.h"
#include "poise/forecast/forecast.h"

#include <vector>

namespace poise::internal {

// What the answers go by. Budgets in zCDP alone.
struct PlanOutlook {
  std::uint64_t rows_needed; // for its medians and variances
  double centre_rows;        // a median is off by about so many rows
  double spread_error;       // a standard deviation by about such a share of itself; of bits, a share of ones
  double lengths_searched;   // how many typical lengths of a row the search for a radius goes up to
  double octaves_saved;      // beside all that the grid lets in
};
PlanOutlook plan_outlook(const Facts &facts, const AssumedTable &table);

std::vector<PlainAnswer> plan_questions(const Facts &facts, const AssumedTable &table);

} // namespace poise::internal
