// All small tables on a small grid, and their exact sums.
#pragma once

#include "poise/aggregate/exact/column_sums.h"
#include "poise/grid/on_grid.h"

#include <cstdint>
#include <string>
#include <vector>

namespace poise::internal::small {

using Cells = std::vector<int>; // row by row

// Every table of so many cells, each within +-bound.
inline std::vector<Cells> all_tables(std::size_t cells, int bound) {
  std::vector<Cells> tables = {{}};
  for (std::size_t i = 0; i < cells; ++i) {
    std::vector<Cells> longer;
    for (const Cells &table : tables)
      for (int cell = -bound; cell <= bound; ++cell) {
        longer.push_back(table);
        longer.back().push_back(cell);
      }
    tables = std::move(longer);
  }
  return tables;
}

// Tables of equal size that differ in at most one row.
inline bool neighbours(const Cells &a, const Cells &b, std::size_t columns) {
  std::size_t different_rows = 0;
  for (std::size_t row = 0; row < a.size() / columns; ++row) {
    bool different = false;
    for (std::size_t i = row * columns; i < (row + 1) * columns; ++i) different |= a[i] != b[i];
    different_rows += different;
  }
  return different_rows <= 1;
}

inline ExactSum exact_sum(const Cells &cells, std::size_t columns, std::int64_t bound) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns; ++i) names.push_back("x" + std::to_string(i));
  const Table table = Table::dense(names, {cells.begin(), cells.end()}).value();
  const Grid grid = Grid::of(0, bound).value();
  return ColumnSums::of(*on_grid(table, grid).value()).value();
}

} // namespace poise::internal::small
