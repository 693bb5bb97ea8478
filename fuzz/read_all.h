// What every fuzz target asks of a reader: a refusal in words, or a table whose rows can all be read.
#pragma once

#include "poise/table/read_options.h"
#include "table/opened.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace poise::internal::fuzz {

// Ends the run, so that the input is kept and shown.
inline void must(bool promise) {
  if (!promise) std::abort();
}

template <class T> std::size_t touch(const DenseRows<T> &rows) {
  std::size_t zeros = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t column = 0; column < rows.columns(); ++column) zeros += rows.at(row, column) == T(0);
  return zeros;
}

inline std::size_t touch(const ColumnRows &rows) {
  std::size_t zeros = 0;
  for (const Column &column : rows.parts)
    std::visit(
        [&](const auto *cells) {
          for (std::size_t row = rows.first; row < rows.last; ++row)
            zeros += !column.missing(row) && cells[row] == 0;
        },
        column.cells);
  return zeros;
}

inline std::size_t touch(const SparseRows &rows) {
  std::size_t zeros = 0;
  for (std::size_t row = 0; row < rows.rows(); ++row)
    for (std::size_t entry = rows.starts[row]; entry < rows.starts[row + 1]; ++entry) {
      must(rows.places[entry] < rows.columns());
      must(entry == rows.starts[row] || rows.places[entry - 1] < rows.places[entry]);
      zeros += rows.value(entry) == 0;
    }
  return zeros;
}

// Rows that a few bytes of a compressed file can stand for, and that would only take time.
constexpr std::size_t too_many_rows = 1 << 20;

inline void read_all(const Result<Table> &table) {
  if (!table) {
    must(!table.error().wrong.empty() && !table.error().remedy.empty());
    return;
  }
  must(table->rows() > 0 && !table->columns().empty());
  if (table->rows() > too_many_rows) return;
  std::size_t rows = 0;
  volatile std::size_t zeros = 0; // so that no cell is left unread
  const auto pass = table->pass(RawKeyForTests::make());
  while (true) {
    const auto chunk = pass->next();
    if (!chunk) {
      must(!table->keeps_rows());
      return;
    }
    if (!*chunk) break;
    must(count_columns((*chunk)->rows) == table->columns().size());
    rows += count_rows((*chunk)->rows);
    zeros = zeros + std::visit([](const auto &view) { return touch(view); }, (*chunk)->rows);
    must((*chunk)->people.size() == (table->people() ? count_rows((*chunk)->rows) : 0));
    for (const std::uint64_t person : (*chunk)->people) must(person < *table->people());
  }
  must(rows == table->rows());
}

inline std::string_view text_of(const std::uint8_t *data, std::size_t size) {
  return {reinterpret_cast<const char *>(data), size};
}

// Ways to ask: everything, the same without memory to keep it, by name, and with a unit.
inline const std::vector<ReadOptions> &ways(const std::string &column, const std::string &unit) {
  static const std::size_t memory = std::size_t{16} << 20;
  static const std::vector<ReadOptions> all = {{.memory = memory},
                                               {.memory = 0},
                                               {.columns = {column}, .memory = memory},
                                               {.unit = unit, .memory = memory},
                                               {.columns = {column}, .unit = unit, .memory = 0}};
  return all;
}

// Text without large numbers: a sparse file that names column 4000000 has as many columns, and
// naming them all takes so long that little else is tried; so it is with rows. Such text is read
// with its columns named alone.
inline bool has_small_sizes(std::string_view text) {
  std::size_t digits = 0;
  for (const char c : text) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 4) return false;
  }
  return true;
}

} // namespace poise::internal::fuzz
