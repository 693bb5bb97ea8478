// Differences of pairs of rows under a public permutation: what variances are made of.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// How the order of the pairs came about. Open: fixed without looking at the rows, known to anybody. Secret:
// drawn uniformly for this one release, and never told.
enum class PairOrder { open, secret };

// PROMISE  Row i is row order[2 i] minus row order[2 i + 1], exactly; a row that is left over is left out.
//          Replacing one row of the original replaces at most one row here: for an open order, of rows
//          in_public_order(), always; for a secret one, over its randomness. Sparse rows stay sparse.
// WHY      Each row is in one pair at most. People have no public order, as anybody's first row may move all
//          others' places; but a uniform order of people in any arrangement is uniform, so there is for every
//          order of the one table an equally likely one of the other with the same pairs but for one row, and
//          mixtures of close laws are as close (pure DP and zCDP). The bound doubles; that it stays within
//          2^62 is checked first.
// CHECKED  tests/aggregate/transforms_test.cpp
//
// The two of a pair may lie far apart, so rows are gathered: as many pairs at a time as work.memory
// holds, one pass over the original for each such batch. An Error when there are fewer than two rows.
Result<std::shared_ptr<const GridRows>>
pair_differences(std::shared_ptr<const GridRows> rows, std::span<const std::uint64_t> order, PairOrder kind);

} // namespace poise::internal
