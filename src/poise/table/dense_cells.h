// Rows of any kind as doubles, row by row: shown where they lie, or converted.
#pragma once

#include "poise/table/rows.h"

#include <limits>
#include <span>
#include <type_traits>
#include <vector>

namespace poise::internal {

// The cells, NaN where one is missing: of the table itself where they lie as they should, otherwise in
// `scratch`.
template <class T>
std::span<const double> dense_cells(const DenseRows<T> &rows, std::vector<double> &scratch) {
  const std::size_t count = rows.rows(), width = rows.columns();
  if constexpr (std::is_same_v<T, double>)
    if (const double *aligned = rows.aligned_cells()) return {aligned, count * width};
  scratch.resize(count * width);
  if (rows.column_by_column()) {
    for (std::size_t column = 0; column < width; ++column)
      for (std::size_t row = 0; row < count; ++row)
        scratch[row * width + column] = static_cast<double>(rows.at(row, column));
  } else {
    for (std::size_t row = 0; row < count; ++row)
      for (std::size_t column = 0; column < width; ++column)
        scratch[row * width + column] = static_cast<double>(rows.at(row, column));
  }
  return scratch;
}

inline std::span<const double> dense_cells(const ColumnRows &rows, std::vector<double> &scratch) {
  const std::size_t width = rows.columns();
  scratch.resize(rows.rows() * width);
  for (std::size_t column = 0; column < width; ++column) {
    const Column &part = rows.parts[column];
    std::visit(
        [&](const auto *cells) {
          double *to = scratch.data() + column;
          for (std::size_t row = rows.first; row < rows.last; ++row, to += width)
            *to = part.missing(row) ? std::numeric_limits<double>::quiet_NaN()
                                    : static_cast<double>(cells[row]);
        },
        part.cells);
  }
  return scratch;
}

inline std::span<const double> dense_cells(const SparseRows &rows, std::vector<double> &scratch) {
  scratch.assign(rows.rows() * rows.columns(), 0.0);
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t entry = rows.starts[row]; entry < rows.starts[row + 1]; ++entry)
      scratch[row * rows.columns() + rows.places[entry]] = rows.value(entry);
  return scratch;
}

} // namespace poise::internal
