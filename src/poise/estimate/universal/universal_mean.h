// The universal mean: no bound, no belief about the distribution; each column by itself.
#pragma once

#include "poise/estimate/mean/mean_method.h"
#include "poise/estimate/universal/universal_options.h"

namespace poise::internal {

// PROMISE  epsilon-DP (Grant<Epsilon>) or rho-zCDP (Grant<Rho>); neighbours replace one row, or
//          all rows of one person where the table was read with a unit; n is public.
// WHY      Columns share the grant equally. In each: a scale from distances of pairs in a secret random order
//          (find_scale), a range (find_range), and the sum of all rows cut off at its ends, which one row
//          moves by at most its length, plus Laplace noise (or Gaussian, for rho). Published (Algorithm 8, as
//          in docs/proofs/universal.md): 1/8, 3/4 and 1/8 of epsilon, the range from a sample of m =
//          floor(epsilon n) people where epsilon < 1, with what that allows (sampled_grant.h). Tuned: from
//          everybody.
// CHECKED  tests/estimate/universal_mean_test.cpp
//
// With a public resolution (UniversalOptions::bucket) the empirical mean, Algorithm 5. Error: with range R
// and share s of epsilon, Laplace noise of scale |R| / (s epsilon n), told as noise_std, and what clipping
// the people outside the range does: at most margin + search_error of them (find_range.h). An Error naming
// the rows needed when there are too few for its searches; nothing is spent then.
template <class Unit>
Result<Estimate> universal_mean(const Table &table, Grant<Unit> grant, Bits &bits,
                                const UniversalOptions &options = {}, const RunOptions &run = {});

extern template Result<Estimate> universal_mean(const Table &, Grant<Epsilon>, Bits &,
                                                const UniversalOptions &, const RunOptions &);
extern template Result<Estimate> universal_mean(const Table &, Grant<Rho>, Bits &, const UniversalOptions &,
                                                const RunOptions &);

extern const MeanMethod universal_method;
extern const MeanMethod universal_tuned_method;

} // namespace poise::internal
