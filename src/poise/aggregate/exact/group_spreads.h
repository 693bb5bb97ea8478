// How far rows of a small group are apart, column by column: what variances are estimated from.
#pragma once

#include "poise/aggregate/transform/pair_differences.h"

namespace poise::internal {

// PROMISE  Row i has in every column the root of the mean of k squared differences, rounded down:
//          those of rows order[s] and order[s + 1] for s = 2 k i, 2 k i + 2, …, 2 k (i + 1) - 2.
//          Rows that are left over are left out. Cells lie within 0 … 2 bound. Replacing one row
//          of the original replaces at most one row here, as in pair_differences.
// WHY      Each row is in one group at most; the order's argument is that of pair_differences. A
//          mean of squares is at most the largest, (2 bound)^2. With bound <= 2^58 and k <= 2^8
//          their sum stays below 2^126.
// CHECKED  tests/aggregate/group_spreads_test.cpp
//
// Sparse rows become dense. Rows are gathered as in pair_differences. An Error when there are fewer than 2 k
// rows, or the grid is wider than 2^58. 1 <= k <= 256.
Result<std::shared_ptr<const GridRows>> group_spreads(std::shared_ptr<const GridRows> rows,
                                                      std::span<const std::uint64_t> order, PairOrder kind,
                                                      std::size_t k);

} // namespace poise::internal
