// All rows of a person collapsed into one: the mean of each column.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

namespace poise::internal {

// What on_grid does with a table that was read with a unit.
class PeopleOnGrid {
public:
  static Result<std::shared_ptr<const GridRows>> of(const Table &table, const Grid &grid,
                                                    const RunOptions &run);

private:
  template <class Cell, class Sum>
  static Result<std::shared_ptr<const GridRows>> collapse(const Table &table, const Grid &grid,
                                                          const RunOptions &run);
};

} // namespace poise::internal
