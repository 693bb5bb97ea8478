// Placing every cell on the grid, from whatever type it has.
#include "poise/grid/gridded_rows.h"

#include <algorithm>
#include <stdexcept>

namespace poise {
namespace {

template <class T>
void place_rows(const DenseRows<T> &rows, const Grid &grid, std::vector<std::int32_t> &cells) {
  const std::size_t width = rows.columns();
  if (rows.without_gaps()) {
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = grid.place(rows.without_gaps_at(i));
  } else if (rows.column_by_column()) {
    for (std::size_t column = 0; column < width; ++column)
      for (std::size_t row = 0; row < rows.rows(); ++row)
        cells[row * width + column] = grid.place(rows.at(row, column));
  } else {
    for (std::size_t row = 0; row < rows.rows(); ++row)
      for (std::size_t column = 0; column < width; ++column)
        cells[row * width + column] = grid.place(rows.at(row, column));
  }
}

void place_rows(const SparseRows &rows, const Grid &grid, std::vector<std::int32_t> &cells) {
  std::fill(cells.begin(), cells.end(), grid.place(0));
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t entry = rows.starts[row]; entry < rows.starts[row + 1]; ++entry)
      cells[row * rows.width + rows.places[entry]] = grid.place(rows.value(entry));
}

} // namespace

GriddedRows::GriddedRows(const Table &table, const Grid &grid) : GriddedRows(table, grid, 0, table.rows()) {}

GriddedRows::GriddedRows(const Table &table, const Grid &grid, std::size_t first, std::size_t last)
    : grid_(grid), rows_(last - first), columns_(table.columns().size()) {
  const Rows chunk = table.chunk(RawKey(), first, last);
  cells_.resize(rows_ * columns_);
  std::visit([&](const auto &rows) { place_rows(rows, grid_, cells_); }, chunk);
}

} // namespace poise
