// How far every column spreads around its centre: second moments of all columns at once.
#pragma once

#include "poise/base/result.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/locate.h"
#include "poise/estimate/poise/poise_run.h"

namespace poise::internal {

// PROMISE  Released by mechanisms alone, each given its part of the budget.
// WHY      Sees rows through aggregates alone.
// CHECKED  tests/estimate/poise_steps_test.cpp
//
// Of every column the root of the mean square of what its cells are off the centre, gaps counting as none;
// positive. One row's squares are short together: all of them cost less than one radius would.
Result<std::vector<double>> find_spreads(PoiseRun &poise, const Location &location,
                                         const KnownColumns &known);

} // namespace poise::internal
