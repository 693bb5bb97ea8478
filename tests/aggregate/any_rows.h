// The same people served in every way there is: from memory, in chunks, sparse, kept, by any number of
// threads.
#pragma once

#include "grid/in_chunks.h"
#include "grid/opened_grid_rows.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/on_grid.h"

#include <memory>
#include <rapidcheck.h>
#include <string>
#include <vector>

namespace poise::internal {

struct Served {
  std::string how;
  std::shared_ptr<const GridRows> rows;
  RunOptions run;
};

// People in the plain.
struct Plain {
  std::size_t columns;
  std::vector<std::int64_t> cells;
  Grid grid;

  std::size_t rows() const { return cells.size() / columns; }
  std::span<const std::int64_t> row(std::size_t i) const {
    return std::span<const std::int64_t>(cells).subspan(i * columns, columns);
  }
};

inline std::vector<std::string> numbered_names(std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < columns; ++i) names.push_back("x" + std::to_string(i));
  return names;
}

// Mostly zeros or mostly not, everyday numbers, ties, and the largest of the grid. Cells are whole numbers
// that a double knows exactly when the bound is at most 2^53; wider ones are put on the grid as they are.
inline Plain any_plain(std::int64_t bound, std::size_t most_rows = 60, std::size_t most_columns = 40) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, most_columns + 1);
  const auto rows = *rc::gen::inRange<std::size_t>(1, most_rows + 1);
  const int zeros = *rc::gen::element(0, 1, 9); // of ten cells
  std::uint64_t state = *rc::gen::arbitrary<std::uint64_t>() | 1;
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return state >> 2;
  };
  std::vector<std::int64_t> cells(rows * columns);
  for (std::int64_t &cell : cells) {
    if (static_cast<int>(next() % 10) < zeros) continue;
    const std::uint64_t kind = next() % 8;
    const auto reach = static_cast<std::uint64_t>(kind < 4 ? std::min<std::int64_t>(bound, 50) : bound);
    cell = kind == 7 ? bound
           : kind == 6
               ? -bound
               : static_cast<std::int64_t>(next() % (2 * reach + 1)) - static_cast<std::int64_t>(reach);
  }
  return {columns, cells, Grid::of(0, bound).value()};
}

inline Table dense_table(const Plain &plain) {
  return Table::dense(numbered_names(plain.columns), plain.cells).value();
}

// On the grid to the last bit, however wide: cells of a table pass through a double.
inline std::shared_ptr<const GridRows> exact_rows(const Plain &plain) {
  const auto kept = [&](auto zero) -> std::shared_ptr<const GridRows> {
    using Kept = KeptGridRows<decltype(zero)>;
    typename Kept::Cells cells;
    for (const std::int64_t cell : plain.cells) cells.values.push_back(static_cast<decltype(zero)>(cell));
    return std::make_shared<Kept>(plain.rows(), plain.columns, plain.grid.bound(), std::move(cells));
  };
  return plain.grid.narrow() ? kept(std::int32_t{}) : kept(std::int64_t{});
}

// Entries for what is not zero, and now and then for a zero, too.
inline Table sparse_table(const Plain &plain) {
  struct Owner {
    std::vector<std::uint64_t> starts = {0};
    std::vector<std::uint32_t> places;
    std::vector<double> values;
  };
  const auto owner = std::make_shared<Owner>();
  for (std::size_t row = 0; row < plain.rows(); ++row) {
    for (std::size_t column = 0; column < plain.columns; ++column)
      if (const std::int64_t cell = plain.row(row)[column]; cell != 0 || (row + column) % 7 == 0) {
        owner->places.push_back(static_cast<std::uint32_t>(column));
        owner->values.push_back(static_cast<double>(cell));
      }
    owner->starts.push_back(owner->places.size());
  }
  return Table::of(numbered_names(plain.columns),
                   SparseRows{owner->starts, owner->places, owner->values, plain.columns}, owner)
      .value();
}

// All of them, with random chunks and threads.
inline std::vector<Served> every_way(const Plain &plain) {
  std::vector<Served> ways;
  const auto lengths =
      *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(1, plain.rows() + 1));
  const auto add_rows = [&](const std::string &how, const std::shared_ptr<const GridRows> &rows) {
    const unsigned threads = *rc::gen::inRange(1U, 5U);
    // Little memory makes what has to be gathered come in several batches.
    const std::size_t memory = *rc::gen::element<std::size_t>(1, 1000, std::size_t{1} << 30);
    const auto cells = *rc::gen::inRange<std::size_t>(1, 200);
    const RunOptions run{.threads = threads, .memory = memory, .block_cells = cells};
    const std::string with =
        how + ", " + std::to_string(threads) + " threads, " + std::to_string(memory) + " bytes";
    ways.push_back({with, rows, run});
    ways.push_back({with + ", kept", KeepRows::all(*rows, run).value(), run});
  };
  const auto add = [&](const std::string &how, const Table &table) {
    add_rows(how, on_grid(table, plain.grid).value());
  };
  add_rows("exact", exact_rows(plain));
  if (plain.grid.bound() <= std::int64_t{1} << 53) { // cells of tables pass through a double
    add("dense", dense_table(plain));
    add("dense in chunks", InChunks::of(dense_table(plain), lengths));
    add("sparse", sparse_table(plain));
    add("sparse in chunks", InChunks::of(sparse_table(plain), lengths));
  }
  return ways;
}

// Bounds that need 32 bits, 64 bits, and all there is.
inline std::int64_t any_bound() {
  return *rc::gen::elementOf(std::vector<std::int64_t>{
      1, 100, std::int64_t{1} << 30, (std::int64_t{1} << 30) + 1, Grid::largest_narrow_bound,
      Grid::largest_narrow_bound + 1, std::int64_t{1} << 40, std::int64_t{1} << 53, Grid::largest_bound});
}

} // namespace poise::internal
