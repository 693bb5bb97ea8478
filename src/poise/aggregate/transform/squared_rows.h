// Rows whose cells are squared.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  Every cell is squared, exactly, and none is below zero. Sparse rows stay sparse: what was zero
//          elsewhere is zero.
// WHY      Cells of at most 2^31 have squares of at most 2^62.
// CHECKED  tests/aggregate/squared_rows_test.cpp
//
// An Error when the bound is above 2^31.
Result<std::shared_ptr<const GridRows>> squared_rows(std::shared_ptr<const GridRows> rows);

} // namespace poise::internal
