// Placing rows of any type on the grid.
#pragma once

#include "poise/grid/grid.h"
#include "poise/table/rows.h"

#include <type_traits>

namespace poise::internal {

// Whole numbers as the doubles nearest to them (table/cell.h): a column means the same whether its owner
// keeps it as integers or, because of somebody's gap or fraction, as floats.
template <class Cell, class T> Cell placed(const Grid &grid, T cell) {
  const auto number = static_cast<double>(cell);
  if constexpr (std::is_same_v<Cell, std::int32_t>) {
    return grid.place_narrow(number);
  } else {
    return grid.place(number);
  }
}

// One cell per column and row, row by row, into `cells`.
template <class Cell, class T> void place_rows(const DenseRows<T> &rows, const Grid &grid, Cell *cells) {
  const std::size_t width = rows.columns(), count = rows.rows();
  if (const T *aligned = rows.aligned_cells()) {
    for (std::size_t i = 0; i < count * width; ++i) cells[i] = placed<Cell>(grid, aligned[i]);
  } else if (rows.column_by_column()) {
    for (std::size_t column = 0; column < width; ++column)
      for (std::size_t row = 0; row < count; ++row)
        cells[row * width + column] = placed<Cell>(grid, rows.at(row, column));
  } else {
    for (std::size_t row = 0; row < count; ++row)
      for (std::size_t column = 0; column < width; ++column)
        cells[row * width + column] = placed<Cell>(grid, rows.at(row, column));
  }
}

template <class Cell> void place_rows(const ColumnRows &rows, const Grid &grid, Cell *cells) {
  const std::size_t width = rows.columns();
  for (std::size_t column = 0; column < width; ++column) {
    const Column &part = rows.parts[column];
    std::visit(
        [&](const auto *from) {
          Cell *to = cells + column;
          for (std::size_t row = rows.first; row < rows.last; ++row, to += width)
            *to = part.missing(row) ? static_cast<Cell>(grid.fill()) : placed<Cell>(grid, from[row]);
        },
        part.cells);
  }
}

// One value an entry, into `values`.
template <class Cell> void place_entries(const SparseRows &rows, const Grid &grid, Cell *values) {
  const std::size_t begin = rows.starts.front(), end = rows.starts.back();
  for (std::size_t entry = begin; entry < end; ++entry)
    values[entry - begin] = placed<Cell>(grid, rows.value(entry));
}

} // namespace poise::internal
