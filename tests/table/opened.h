// The tests' own key to raw data.
#pragma once

#include "poise/table/table.h"

namespace poise {

struct RawKeyForTests {
  static RawKey make() { return RawKey(); }
};

inline std::vector<double> as_doubles(const SparseRows &rows) {
  std::vector<double> cells(rows.rows() * rows.columns());
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t entry = rows.starts[row]; entry < rows.starts[row + 1]; ++entry)
      cells.at(row * rows.columns() + rows.places[entry]) = rows.value(entry);
  return cells;
}

template <class T> std::vector<double> as_doubles(const DenseRows<T> &rows) {
  std::vector<double> cells;
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t column = 0; column < rows.columns(); ++column)
      cells.push_back(static_cast<double>(rows.at(row, column)));
  return cells;
}

// The rows [first, last) of any table, row by row, one cell at a time.
inline std::vector<double> opened_rows(const Table &table, std::size_t first, std::size_t last) {
  return std::visit([](const auto &rows) { return as_doubles(rows); },
                    table.chunk(RawKeyForTests::make(), first, last));
}

inline std::vector<double> opened_cells(const Table &table) { return opened_rows(table, 0, table.rows()); }

} // namespace poise
