// How far apart people typically are: a private lower bound on the interquartile range.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/spent_steps.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/grid/gaps.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

namespace poise::internal {

template <class Unit> struct FoundScale {
  std::optional<int> octave; // 2^octave; nothing when so many pairs are equal that there is no scale
  SpentSteps<Unit> spent;
};

// Rungs of the distances of pairs, in a secret order drawn for this release.
Result<std::shared_ptr<const GridRows>> pair_distances(const Table &column,
                                                       std::span<const std::uint64_t> order,
                                                       const RunOptions &run, Gaps gaps = Gaps::zero);

// PROMISE  epsilon-DP or rho-zCDP for the grant, where one person is in one of the pairs; neighbours replace
//          one person, n is public.
// WHY      Counts of pairs within 2^k of each other, over all k of the doubles, are nested, and
//          one pair moves each by at most one (magnitudes.h, cumulative_counts.h). Published: two
//          sparse vectors (Algorithm 7), up from 2^0 and down from it, with half the grant each;
//          tuned: a median of the distances among the powers of two (find_octave).
// CHECKED  tests/estimate/find_scale_test.cpp
//
// Rows are rungs of the distances of pairs (magnitudes.h). Published: with probability at least 1 - beta the
// scale is at most the distance that 3/16 + e / n' of the n' pairs are within, and at least a quarter of that
// which 3/16 - e / n' are within, where e = search_error(rates, 2100, beta): between a quarter of phi(1/16)
// and the interquartile range, for independent people and n' >= 32 e. Tuned: at most the distance that half
// of them are within, and at least half of it, up to octave_error rows. Where pairs without two cells are
// beyond all others, `share` says how many have them: public, or released.
template <class Unit>
Result<FoundScale<Unit>> find_scale(const GridRows &pairs, Grant<Unit> grant, Bits &bits,
                                    const UniversalOptions &options, const RunOptions &run, double share = 1);

extern template Result<FoundScale<Epsilon>> find_scale(const GridRows &, Grant<Epsilon>, Bits &,
                                                       const UniversalOptions &, const RunOptions &, double);
extern template Result<FoundScale<Rho>> find_scale(const GridRows &, Grant<Rho>, Bits &,
                                                   const UniversalOptions &, const RunOptions &, double);

} // namespace poise::internal
