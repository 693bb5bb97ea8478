// Placing every cell on the grid.
#include "poise/grid/gridded_rows.h"

#include <stdexcept>

namespace poise {

GriddedRows::GriddedRows(const Table &table, const Grid &grid) : GriddedRows(table, grid, 0, table.rows()) {}

GriddedRows::GriddedRows(const Table &table, const Grid &grid, std::size_t first, std::size_t last)
    : grid_(grid), rows_(last - first), columns_(table.columns().size()) {
  if (first > last || last > table.rows()) throw std::logic_error("poise: these rows are not in the table");
  const std::span<const double> cells = table.cells(RawKey()).subspan(first * columns_, rows_ * columns_);
  cells_.reserve(cells.size());
  for (const double cell : cells) cells_.push_back(grid.place(cell));
}

} // namespace poise
