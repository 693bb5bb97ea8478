// Rows under a public rotation: random signs, zeros up to a power of two, Walsh-Hadamard.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// PROMISE  Every row x of d columns becomes H D x, exactly, in padded_width(d) columns: D negates column j
//          where bit j % 64 of sign_bits[j / 64] is set. The bound becomes d times as large.
// WHY      hadamard.h. The signs are public and chosen without looking at the rows.
// CHECKED  tests/aggregate/transforms_test.cpp
//
// Rows are rotated anew in every pass, a few at a time, so that wide sparse rows never lie in memory
// all at once. An Error when the rotated cells would outgrow 2^62, or rows are too wide.
Result<std::shared_ptr<const GridRows>> rotated_rows(std::shared_ptr<const GridRows> rows,
                                                     std::vector<std::uint64_t> sign_bits);

} // namespace poise::internal
