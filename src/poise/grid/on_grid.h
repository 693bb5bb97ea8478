// A table put on the public grid, one row a person.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

namespace poise::internal {

// PROMISE  Every cell is where the grid places it; a missing one is on the fill. Of a table that was read
//          with a unit, every person is one row: in each column the mean of their cells that are
//          there, each placed on the grid first, rounded to the nearest integer, halves away from
//          zero; the fill where there are none. So replacing a person replaces one row, within the bound;
//          others may change places (GridRows::in_public_order).
// WHY      Sums of integers do not depend on the order of rows; a mean of numbers within the bound is.
// CHECKED  tests/grid/on_grid_test.cpp
//
// Rows of a file larger than memory are placed anew in every pass. People are collapsed once, which
// needs memory for one row a person.
Result<std::shared_ptr<const GridRows>> on_grid(const Table &table, const Grid &grid,
                                                const RunOptions &run = {});

} // namespace poise::internal
