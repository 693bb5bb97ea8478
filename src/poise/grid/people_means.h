// Sums and counts of every person's cells, for tables with a unit: a person's value is the mean of theirs.
#pragma once

#include "poise/base/default_init_allocator.h"
#include "poise/table/rows.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace poise::internal {

// A number as it counts: missing is 0, infinite is the largest double.
inline double counted(double x) {
  constexpr double largest = std::numeric_limits<double>::max();
  return x != x ? 0.0 : x > largest ? largest : x < -largest ? -largest : x;
}

// A cell as it counts. Whole numbers and floats may be rounded: a fixed function of the cell.
template <class T> double counted_cell(T cell) { return counted(static_cast<double>(cell)); }

template <class T> bool is_missing(T cell) { return cell != cell; }

// PROMISE  mean(p, j) is that of person p's cells of column j that are there, NaN if there are none; an
//          infinite cell counts as the largest double. It depends on that person's rows alone, in the
//          order of the file.
// WHY      Sums are rounded, but each is of one person's cells, added in the order they come.
// CHECKED  tests/grid/magnitudes_test.cpp, tests/grid/people_rows_test.cpp
class PeopleMeans {
public:
  PeopleMeans(std::size_t people, std::size_t columns)
      : columns_(columns), rows_(people), sums_(people * columns) {}

  std::size_t people() const { return rows_.size(); }

  template <class View> void add(const View &rows, std::span<const std::uint64_t> whose) {
    add_cells(rows, whose);
    for (const std::uint64_t person : whose) ++rows_[person];
  }

  double mean(std::size_t person, std::size_t column) const {
    const std::size_t at = person * columns_ + column;
    const std::uint64_t present = rows_[person] - (gaps_.empty() ? 0 : gaps_[at]);
    if (present == 0) return std::numeric_limits<double>::quiet_NaN();
    return counted(static_cast<double>(sums_[at] / static_cast<long double>(present)));
  }

private:
  template <class T> void add_cells(const DenseRows<T> &rows, std::span<const std::uint64_t> whose) {
    for (std::size_t row = 0; row < rows.rows(); ++row)
      for (std::size_t column = 0; column < columns_; ++column) {
        const T cell = rows.at(row, column);
        add_cell(whose[row], column, is_missing(cell), counted_cell(cell));
      }
  }
  void add_cells(const ColumnRows &rows, std::span<const std::uint64_t> whose) {
    for (std::size_t column = 0; column < columns_; ++column) {
      const Column &part = rows.parts[column];
      std::visit(
          [&](const auto *cells) {
            for (std::size_t row = rows.first; row < rows.last; ++row) {
              const bool gap = part.missing(row) || is_missing(cells[row]);
              add_cell(whose[row - rows.first], column, gap, gap ? 0.0 : counted_cell(cells[row]));
            }
          },
          part.cells);
    }
  }
  // Cells that are not named are there, and 0.
  void add_cells(const SparseRows &rows, std::span<const std::uint64_t> whose) {
    for (std::size_t row = 0; row < rows.rows(); ++row)
      for (std::size_t entry = rows.starts[row]; entry < rows.starts[row + 1]; ++entry)
        add_cell(whose[row], rows.places[entry], is_missing(rows.value(entry)), counted(rows.value(entry)));
  }

  void add_cell(std::uint64_t person, std::size_t column, bool gap, double cell) {
    const std::size_t at = person * columns_ + column;
    if (!gap) {
      sums_[at] += static_cast<long double>(cell);
      return;
    }
    if (gaps_.empty()) gaps_.resize(sums_.size()); // most tables have none
    ++gaps_[at];
  }

  std::size_t columns_;
  std::vector<std::uint64_t> rows_; // of each person
  std::vector<long double> sums_;   // person by person
  std::vector<std::uint64_t> gaps_; // cells that are not there; empty while there are none
};

} // namespace poise::internal
