// The tests' own key to raw data.
#pragma once

#include "poise/table/table.h"

#include <algorithm>
#include <limits>

namespace poise::internal {

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

inline std::vector<double> as_doubles(const ColumnRows &rows) {
  std::vector<double> cells;
  for (std::size_t row = rows.first; row < rows.last; ++row)
    for (const Column &column : rows.parts)
      cells.push_back(
          column.missing(row)
              ? std::numeric_limits<double>::quiet_NaN()
              : std::visit([&](const auto *part) { return static_cast<double>(part[row]); }, column.cells));
  return cells;
}

template <class T> std::vector<double> as_doubles(const DenseRows<T> &rows) {
  std::vector<double> cells;
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t column = 0; column < rows.columns(); ++column)
      cells.push_back(static_cast<double>(rows.at(row, column)));
  return cells;
}

// Calls use(chunk) for every chunk of one pass.
template <class Use> void for_each_chunk(const Table &table, Use use) {
  const auto pass = table.pass(RawKeyForTests::make());
  for (auto chunk = pass->next().value(); chunk; chunk = pass->next().value()) use(*chunk);
}

// The rows [first, last) of any table, row by row, one cell at a time, however it is cut.
inline std::vector<double> opened_rows(const Table &table, std::size_t first, std::size_t last) {
  std::vector<double> cells;
  std::size_t at = 0;
  for_each_chunk(table, [&](const Chunk &chunk) {
    const std::size_t end = at + count_rows(chunk.rows);
    const std::size_t from = std::min(std::max(first, at), end), to = std::max(from, std::min(last, end));
    const auto some =
        std::visit([](const auto &rows) { return as_doubles(rows); }, slice(chunk.rows, from - at, to - at));
    cells.insert(cells.end(), some.begin(), some.end());
    at = end;
  });
  return cells;
}

inline std::vector<double> opened_cells(const Table &table) { return opened_rows(table, 0, table.rows()); }

// Whose each row is; nothing without a unit.
inline std::vector<std::uint64_t> opened_people(const Table &table) {
  std::vector<std::uint64_t> people;
  for_each_chunk(table, [&](const Chunk &chunk) {
    people.insert(people.end(), chunk.people.begin(), chunk.people.end());
  });
  return people;
}

// The one chunk of a table that is kept whole.
inline Chunk only_chunk(const Table &table) {
  const auto pass = table.pass(RawKeyForTests::make());
  return pass->next().value().value();
}

} // namespace poise::internal
