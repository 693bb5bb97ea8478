// UnkVar, a baseline: the mean of normal columns of unknown deviations when nobody is trusted.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise::internal {

// What is public. Where it is wrong, so is the mean; privacy stays.
struct UnknownVarOptions {
  Delta delta;
  Rational range;                      // the mean of every column is within so far of zero
  Rational least_sigma, largest_sigma; // and its standard deviation between these
  Rational beta = Rational(1, 10);
};

// PROMISE  What a participant sends is (epsilon, delta)-DP, neighbours being all rows it could have: the
//          epsilon of the grant, which is the one on the receipt, with the delta of the options.
// WHY      A participant is in one round, by its number. There it answers once a column, each time at the
//          loss of a column: whether it is below a threshold, by randomised response, or a clipped number
//          with noise. Thresholds, centres and reaches come from the others' answers.
// CHECKED  tests/local/baselines_test.cpp
//
// As published (Gaboardi, Rogers, Sheffet 2019, algorithms 2 and 3), column by column: binary searches for
// the median and for the quantile of a deviation above it, each stopped once the share below is as close as
// they need. But: a quarter of the participants is in either search and half give the mean, since the
// published numbers are often more than there are; shares are corrected for the lies; numbers are kept
// within (2 + sqrt(2 ln(8 n / beta))) deviations of the median, as in KnownVar, where 1/2 + 2 sqrt(...) was
// published: less noise. And column_baseline.h says more of it.
Result<Estimate> unknown_var_mean(const Table &table, const Grid &grid, Grant<Epsilon> grant, Bits &bits,
                                  const UnknownVarOptions &options, const RunOptions &run = {});

} // namespace poise::internal
