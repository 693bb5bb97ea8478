// One chunk of the table at a time; the workers share out its blocks.
#include "poise/grid/table_on_grid.h"

#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/grid/place_rows.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

// Where blocks of a chunk begin, and where the last one ends.
template <class View> std::vector<std::size_t> cuts(const View &rows, const RunOptions &run) {
  const std::size_t step = rows_of_a_block(rows.columns(), run);
  std::vector<std::size_t> result;
  for (std::size_t first = 0; first < rows.rows(); first += step) result.push_back(first);
  result.push_back(rows.rows());
  return result;
}

std::vector<std::size_t> cuts(const SparseRows &rows, const RunOptions &run) {
  const std::size_t entries = entries_of_a_block(rows.columns(), run);
  std::vector<std::size_t> result = {0};
  for (std::size_t row = 0; row < rows.rows(); ++row)
    if (rows.starts[row + 1] - rows.starts[result.back()] > entries && row > result.back())
      result.push_back(row);
  result.push_back(rows.rows());
  return result;
}

// Neither negative cells nor any others but ones: what a binary table promises about each of its chunks.
bool only_ones(const Rows &rows) {
  const auto *const sparse = std::get_if<SparseRows>(&rows);
  return sparse != nullptr && sparse->only_ones && sparse->values.empty();
}

template <class Cell, class View>
AnyBlock block_of(const View &rows, const Grid &grid, std::vector<Cell> &scratch) {
  scratch.resize(rows.rows() * rows.columns());
  place_rows(rows, grid, scratch.data());
  return DenseBlock<Cell>{scratch, rows.columns()};
}

template <class Cell>
AnyBlock block_of(const SparseRows &rows, const Grid &grid, std::vector<Cell> &scratch) {
  const std::size_t begin = rows.starts.front(), entries = rows.starts.back() - begin;
  scratch.resize(entries);
  place_entries(rows, grid, scratch.data());
  return SparseBlock<Cell>{rows.starts, rows.places.subspan(begin, entries), scratch, rows.columns()};
}

} // namespace

TableOnGrid::TableOnGrid(Table table, const Grid &grid)
    : GridRows(GridRowsMaker()), table_(std::move(table)), grid_(grid) {
  if (table_.people()) throw std::logic_error("poise: a table with a unit has to be collapsed first");
}

std::optional<Error> TableOnGrid::pass(RawKey key, const RunOptions &run, const Visit &visit) const {
  return grid_.narrow() ? pass_as<std::int32_t>(key, run, visit) : pass_as<std::int64_t>(key, run, visit);
}

template <class Cell>
std::optional<Error> TableOnGrid::pass_as(RawKey key, const RunOptions &run, const Visit &visit) const {
  WorkerPool pool(run.threads);
  ProgressMeter meter(run, rows());
  std::vector<std::vector<Cell>> scratch(pool.size());
  const std::unique_ptr<RowPass> chunks = table_.pass(key);
  std::size_t done = 0;
  while (!meter.stopped()) {
    const auto chunk = chunks->next();
    if (!chunk) return chunk.error();
    if (!*chunk) break;
    if (count_columns((*chunk)->rows) != columns() ||
        std::holds_alternative<SparseRows>((*chunk)->rows) != sparse() ||
        (table_.binary() && !only_ones((*chunk)->rows)))
      throw std::logic_error("poise: a chunk does not look like its table");
    std::visit(
        [&](const auto &view) {
          const std::vector<std::size_t> cut = cuts(view, run);
          pool.each(cut.size() - 1, [&](unsigned worker, std::size_t i) {
            if (meter.stopped()) return;
            const auto part = view.slice(cut[i], cut[i + 1]);
            visit({worker, done + cut[i]}, block_of(part, grid_, scratch[worker]));
            meter.add(part.rows());
          });
          done += view.rows();
        },
        (*chunk)->rows);
  }
  if (const auto stopped = meter.verdict()) return stopped;
  if (done != rows())
    return Error{ErrorKind::failure, "the table has another number of rows than when it was opened",
                 "do not change a file while it is read"};
  return std::nullopt;
}

} // namespace poise::internal
