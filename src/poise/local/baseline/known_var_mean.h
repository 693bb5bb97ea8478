// KnownVar, a baseline: the mean of normal columns of a known deviation when nobody is trusted.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise::internal {

// What is public. Where it is wrong, so is the mean; privacy stays.
struct KnownVarOptions {
  Delta delta;
  Rational range; // the mean of every column is within so far of zero
  Rational sigma; // the standard deviation of every column
  Rational beta = Rational(1, 10);
};

// PROMISE  What a participant sends is (epsilon, delta)-DP, neighbours being all rows it could have: the
//          epsilon of the grant, which is the one on the receipt, with the delta of the options.
// WHY      A participant is in one of two rounds, by its number. There it answers once a column, each time
//          at the loss of a column: bits about the bin it is in, or a clipped number with noise around the
//          bin that the others were in most often.
// CHECKED  tests/local/baselines_test.cpp
//
// As published (Gaboardi, Rogers, Sheffet 2019, algorithm 1), column by column, but: half of the
// participants look for the bin and half for the mean, since the published 800 coth^2(epsilon/4) ln(8 bins
// / beta) of them are often more than there are; bins are a whole number of steps wide; and
// column_baseline.h says more of the noise.
Result<Estimate> known_var_mean(const Table &table, const Grid &grid, Grant<Epsilon> grant, Bits &bits,
                                const KnownVarOptions &options, const RunOptions &run = {});

} // namespace poise::internal
