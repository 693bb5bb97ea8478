// The sum that limits alone allow, and whether looking at the rows could do better.
#pragma once

#include "poise/base/result.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/last_sum.h"

namespace poise::internal {

// Both for columns with limits at both ends.
//
// PROMISE  Released by mechanisms alone, each given its part of the budget.
// WHY      Sees rows through aggregates alone.
// CHECKED  tests/estimate/poise_mean_test.cpp

// Whether nearly all rows are so close together that a clipped sum has clearly less noise than limits alone
// give. Costs 2.5% of the budget: an answer that does without is hardly worse for having asked.
Result<bool> worth_clipping(PoiseRun &poise, const KnownColumns &known);

// The mean of all rows around the middle of the limits, with all that is left of the budget: noise as wide as
// the limits, and nothing clipped.
struct TextbookSum {
  std::vector<double> centre;
  LastSum sum;
};
Result<TextbookSum> textbook_sum(PoiseRun &poise, const KnownColumns &known);

} // namespace poise::internal
