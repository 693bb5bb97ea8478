// Rows on the grid in the plain: every cell of every row, in order, as the tests see them.
#pragma once

#include "poise/grid/grid_rows.h"
#include "table/opened.h"

#include <mutex>
#include <stdexcept>
#include <vector>

namespace poise::internal {

// One cell at a time, row by row. Throws when a row is shown twice or never, or has the wrong type.
inline std::vector<std::int64_t> opened_cells(const GridRows &rows, const RunOptions &run = {}) {
  const std::size_t width = rows.columns();
  std::vector<std::int64_t> cells(rows.rows() * width);
  std::vector<int> seen(rows.rows());
  std::mutex one_at_a_time;
  const auto failed =
      rows.pass(RawKeyForTests::make(), run, [&](GridRows::Where where, const AnyBlock &block) {
        const std::lock_guard lock(one_at_a_time);
        if (where.worker >= worker_count(run)) throw std::logic_error("a worker without a number");
        std::visit(
            [&](const auto &part) {
              using Part = std::decay_t<decltype(part)>;
              if (rows.narrow() != (sizeof(typename Part::Cell) == 4))
                throw std::logic_error("the wrong type");
              if (part.columns != width) throw std::logic_error("the wrong width");
              for (std::size_t i = 0; i < part.rows(); ++i) {
                std::int64_t *row = cells.data() + (where.first_row + i) * width;
                ++seen.at(where.first_row + i);
                if constexpr (requires { part.places; }) {
                  if (!rows.sparse()) throw std::logic_error("a sparse block of dense rows");
                  for (std::size_t j = 0; j < rows.implicit_values().size(); ++j)
                    row[j] = rows.implicit_values()[j];
                  for (std::size_t entry = part.begin(i); entry < part.end(i); ++entry)
                    row[part.places[entry]] = part.values[entry];
                } else {
                  if (rows.sparse()) throw std::logic_error("a dense block of sparse rows");
                  for (std::size_t j = 0; j < width; ++j) row[j] = part.row(i)[j];
                }
              }
            },
            block);
      });
  if (failed) throw std::runtime_error(failed->wrong);
  for (const int times : seen)
    if (times != 1) throw std::logic_error("a row is not shown once");
  for (const std::int64_t cell : cells)
    if (cell > rows.bound() || cell < -rows.bound()) throw std::logic_error("a cell is beyond the bound");
  return cells;
}

} // namespace poise::internal
