// Rows of a table on the public grid: raw data still, but made of small integers.
#pragma once

#include "poise/grid/grid.h"
#include "poise/table/table.h"

#include <vector>

namespace poise {

class GriddedRows {
public:
  GriddedRows(const Table &table, const Grid &grid); // every row
  // The rows [first, last) of the table: one chunk of a pass over it.
  GriddedRows(const Table &table, const Grid &grid, std::size_t first, std::size_t last);

  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  const Grid &grid() const { return grid_; }

  // Raw data, row by row; every cell lies within the bound of the grid.
  std::span<const std::int32_t> cells(RawKey) const { return cells_; }

private:
  Grid grid_;
  std::size_t rows_, columns_;
  std::vector<std::int32_t> cells_;
};

} // namespace poise
