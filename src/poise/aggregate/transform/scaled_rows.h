// Rows whose columns are scaled by public rationals.
#pragma once

#include "poise/base/exact.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// PROMISE  Cell j becomes the integer nearest to x * factors[j], halves away from zero, exactly. Sparse
//          rows stay sparse: what was zero elsewhere is zero.
// WHY      With |factor| = (m + t) / 2^s, m of 64 bits and 0 <= t < 1, the result lies between those of m
//          and m + 1; where they differ, rational arithmetic decides.
// CHECKED  tests/aggregate/transforms_test.cpp
//
// An Error when the scaled cells would outgrow 2^62.
Result<std::shared_ptr<const GridRows>> scaled_rows(std::shared_ptr<const GridRows> rows,
                                                    const std::vector<Rational> &factors);

} // namespace poise::internal
