// The sum of rows clipped into a ball, exactly, in about one pass when few are clipped.
#pragma once

#include "poise/aggregate/kernel/clip.h"

namespace poise::internal {

// PROMISE  sums[j] grows by the sum of cell j over all rows, each clipped into the ball as clip_row does.
//          Replacing one row moves the sums by at most twice the radius, in the ball's norm. Blocks may be
//          added in any cut and order, and sums of disjoint blocks (each from zero) add up.
// WHY      A clipped row is in the ball (clip.h) and integer addition does not care about order, nor about a
//          row outside that is added as it is and then replaced. No overflow: a call adds in 64 bits, cells
//          in halves of 32 bits where they are wider, and empties those after at most 2^30 rows, so they
//          stay within 2^62, before and after rows are replaced; fewer than 2^64 rows of |cell| <= 2^63
//          stay within 2^127.
// CHECKED  tests/aggregate/clip_rows_test.cpp
//
// Cells are whole rows of `columns` cells, at most 2^32; one sum a column.
void add_clipped_rows(const Ball &ball, std::span<const std::int32_t> cells, std::size_t columns,
                      std::span<Int128> sums);
void add_clipped_rows(const Ball &ball, std::span<const std::int64_t> cells, std::size_t columns,
                      std::span<Int128> sums);

} // namespace poise::internal
