// The universal variance: no bound, no belief about the distribution; each column by itself.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

namespace poise::internal {

// PROMISE  epsilon-DP (Grant<Epsilon>) or rho-zCDP (Grant<Rho>); neighbours replace one row, or
//          all rows of one person where the table was read with a unit; n is public.
// WHY      Columns share the grant equally. In each, people are paired in a secret random order;
//          one person is in one of the n' = floor(n / 2) pairs. A scale (find_scale; tuned: a
//          reach, find_rung), a radius of the distances (find_rung), and the sum of squared
//          distances cut off at the radius r, which one pair moves by at most r^2, plus Laplace
//          noise (or Gaussian, for rho). Published (Algorithm 9): 1/8, 3/4 and 1/8 of epsilon,
//          the radius from a sample of pairs where epsilon < 1. The noise has scale
//          r^2 / (share epsilon n'), not the printed one of half that, which would spend 9/8 epsilon.
// CHECKED  tests/estimate/universal_variance_test.cpp
//
// Half the mean of squared differences of pairs is the variance. Error: noise as told, what is cut off beyond
// the radius, and that pairs know half of what all rows do.
template <class Unit>
Result<Estimate> universal_variance(const Table &table, Grant<Unit> grant, Bits &bits,
                                    const UniversalOptions &options = {}, const RunOptions &run = {});

extern template Result<Estimate> universal_variance(const Table &, Grant<Epsilon>, Bits &,
                                                    const UniversalOptions &, const RunOptions &);
extern template Result<Estimate> universal_variance(const Table &, Grant<Rho>, Bits &,
                                                    const UniversalOptions &, const RunOptions &);

} // namespace poise::internal
