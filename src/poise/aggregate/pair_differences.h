// Differences of pairs of rows under a public permutation: what variances are made of.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise {

// PROMISE  Row i is row order[2 i] minus row order[2 i + 1], exactly; a row that is left over is left out.
//          Replacing one row of the original replaces at most one row here. Sparse rows stay sparse.
// WHY      `order` is a permutation fixed without looking at the rows, so each is in one pair at most. The
//          bound doubles; that it stays within 2^62 is checked first.
// CHECKED  tests/aggregate/transforms_test.cpp
//
// The two of a pair may lie far apart, so rows are gathered: as many pairs at a time as work.memory
// holds, one pass over the original for each such batch. An Error when there are fewer than two rows.
Result<std::shared_ptr<const GridRows>> pair_differences(std::shared_ptr<const GridRows> rows,
                                                         std::span<const std::uint64_t> order);

} // namespace poise
