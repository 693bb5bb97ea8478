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

// About where columns are, within their limits: 1% of the budget.
Result<std::vector<double>> centre_within_limits(PoiseRun &poise, const KnownColumns &known);

// Whether nearly all rows are so close to it that a clipped sum has clearly less noise than limits alone
// give, even if a few rows that nobody would see are as far out as the limits let them be. Only with many
// columns that can be, which may_be_worth says beforehand. Costs 1.5% of the budget.
bool may_be_worth(std::size_t columns);
// If nearly all rows reach no further than that share of how far the limits let them; all but so many.
bool clipping_pays(std::size_t columns, double reach);
double rows_beyond_reach(std::size_t columns, double rho);
Result<bool> worth_clipping(PoiseRun &poise, const KnownColumns &known, const std::vector<double> &centre);

// The mean of all rows, gaps filled with the centre, less the centre, with all that is left of the budget:
// noise as wide as the limits, and nothing clipped.
Result<LastSum> textbook_sum(PoiseRun &poise, const KnownColumns &known, const std::vector<double> &centre);

} // namespace poise::internal
