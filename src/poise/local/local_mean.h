// The mean in the local model, with a table to play all participants.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"
#include "poise/table/table.h"

#include <optional>

namespace poise::internal {

struct LocalOptions {
  // The mean is within so far of zero in l2-norm, which is public knowledge; wrong knowledge costs accuracy,
  // never privacy. Without it a round more finds out.
  std::optional<Rational> mean_within = std::nullopt;
};

// PROMISE  rho-zCDP of every participant's messages, and so of all that comes of them; neighbours replace one
//          row, or all rows of one person where the table was read with a unit; n is public.
// WHY      LocalClient, which this drives for every row, and nothing else sees a row; the analyzer reads
//          messages. Which column somebody reports on, their number decides: Participants.
// CHECKED  tests/local/local_mean_test.cpp
//
// As published (instance-optimal mean estimation, theorem 7). Error about C sqrt(2 d / (n rho)), C being the
// distance of most rows from their centre: sqrt(n) times what a trusted curator can do. Refuses, before
// anything is drawn, where n is too small for ranks to mean anything, and says how many would do.
Result<Estimate> local_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                            const LocalOptions &options = {}, const RunOptions &run = {});

} // namespace poise::internal
