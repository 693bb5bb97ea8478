// The mean in the shuffle model, with a table to play all participants.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/privacy/approximate.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

#include <optional>

namespace poise::internal {

// How the last step sums vectors: shares of Gaussian noise; or, as published, rotated once more and
// coordinate by coordinate with discrete Laplace noise (lemma_12_sum.h), for comparison: always a simulation
// of its sums, with a radius that was chosen for the other.
enum class SumKind { gaussian, lemma_12 };

struct ShuffleOptions {
  // The mean is within so far of zero in l2-norm, which is public knowledge; wrong knowledge costs accuracy,
  // never privacy. Without it a step more finds out.
  std::optional<Rational> mean_within = std::nullopt;

  // This share of the participants may lie, or tell the analyzer all they know, without harm to the others.
  Rational dishonest = Rational(1, 10);

  // Every record through every hand; or, for very many participants, what the analyzer would add up, drawn
  // from the same law without the records. Left alone: records as long as they fit the memory.
  enum class Path { automatic, records, sums };
  Path path = Path::automatic;

  SumKind sum = SumKind::gaussian;
};

// PROMISE  (epsilon, delta)-DP of all that leaves the shuffler, and so of the result; neighbours replace one
//          row, or all rows of one person where the table was read with a unit; n is public.
// WHY      ShuffleClient, which this drives for every row, and nothing else sees a row. The grant is the rho
//          that the plan has at its Renyi order: what steps cost there adds up to it. Lemma 12's sums take
//          their step's rho in equal parts, each read as pure epsilon. Long version:
//          docs/proofs/shuffle_mean.md
// CHECKED  tests/shuffle/shuffle_mean_test.cpp, tests/shuffle/lemma_12_sum_test.cpp
//
// After theorem 8 of instance-optimal mean estimation, with Gaussian shares in place of lemma 12. Error about
// C sqrt(2 d / rho) / n, as with a trusted curator. Refuses, before anything is drawn, where n is too small.
Result<Estimate> shuffle_mean(const Table &table, const Grid &grid, const Approximate &promise,
                              Grant<Rho> grant, Bits &bits, const ShuffleOptions &options = {},
                              const RunOptions &run = {});

// The rho that a promise allows in the shuffle model: what the grant above must hold.
Result<Rho> shuffle_rho(const Approximate &promise);

} // namespace poise::internal
