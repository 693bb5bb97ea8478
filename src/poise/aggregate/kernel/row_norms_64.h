// The norms of rows of 64-bit cells: row_norms, once it knows that the rows are whole.
#pragma once

#include "poise/aggregate/kernel/uint192.h"

#include <cstddef>

namespace poise::internal {

// PROMISE  norms[i] is the sum of |x|, or of x^2 where `squared`, over the cells x of row i, exactly.
// WHY      Of cells in [-2^52, 2^52), x = high * 2^26 + low with high in [-2^26, 2^26) and low in [0, 2^26):
//          x^2 = high^2 * 2^52 + high * low * 2^27 + low^2. Each product is within 2^52, so 2^11 of each kind
//          are within 2^63: they are summed in lanes of 64 bits, and those go to wide totals after at most
//          2^11 cells. Where a piece of a row has another cell, its squares are taken in 128 bits. Magnitudes
//          are at most 2^63; their halves of 32 bits are summed apart, with room for as many.
// CHECKED  tests/aggregate/row_norms_test.cpp
//
// At most 2^32 columns, at least one.
void row_norms_64(bool squared, const std::int64_t *cells, std::size_t columns, UInt192 *norms,
                  std::size_t rows);

} // namespace poise::internal
