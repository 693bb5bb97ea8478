// A table of zeros and ones as rows of whole numbers.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

namespace poise::internal {

// Whole numbers from -1 to 1.
const Grid &unit_grid();

// PROMISE  Rows whose cells are 0 or 1 and nothing else, as GridRows::non_negative says; a missing cell is 0.
// WHY      A table that is binary by its format has no other cells. Any other is looked through first; and
//          whatever it had, cells are rounded and cut off to 0 or 1.
// CHECKED  tests/grid/zeros_and_ones_test.cpp
//
// An Error when a table that only claims to be binary has another cell, which tells no more than that there
// is one; or when it was read with a unit.
Result<std::shared_ptr<const GridRows>> zeros_and_ones(const Table &table, const RunOptions &run = {});

} // namespace poise::internal
