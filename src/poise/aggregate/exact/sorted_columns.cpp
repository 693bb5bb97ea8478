// Turned around while rows are read, then sorted column by column.
#include "poise/aggregate/exact/sorted_columns.h"

#include "poise/base/worker_pool.h"

#include <algorithm>
#include <hwy/contrib/sort/vqsort.h>

namespace poise::internal {
namespace {

// A block of rows to its place in all columns: down a few rows at a time, so that neighbours in a column are
// written together while the block is in the cache.
template <class T>
void turn(const DenseBlock<T> &block, std::size_t first_row, std::size_t count, T *columns) {
  for (std::size_t j = 0; j < block.columns; ++j) {
    T *to = columns + j * count + first_row;
    const T *from = block.cells.data() + j;
    for (std::size_t i = 0; i < block.rows(); ++i) to[i] = from[i * block.columns];
  }
}

template <class T>
void turn(const SparseBlock<T> &block, std::size_t first_row, std::size_t count, T *columns) {
  for (std::size_t i = 0; i < block.rows(); ++i)
    for (std::size_t entry = block.begin(i); entry < block.end(i); ++entry)
      columns[block.places[entry] * count + first_row + i] = block.values[entry];
}

} // namespace

std::optional<Error> SortedColumns::check_memory(std::size_t rows, std::size_t columns,
                                                 const RunOptions &run) {
  if (rows <= run.memory / sizeof(std::int64_t) / std::max<std::size_t>(1, columns)) return std::nullopt;
  return bad_parameter("sorting " + std::to_string(columns) + " columns of " + std::to_string(rows) +
                           " rows takes more memory than is allowed",
                       "allow more memory, or use a method that searches instead of sorting");
}

template <class T> Result<SortedColumns> SortedColumns::sort(const GridRows &rows, const RunOptions &run) {
  const std::size_t count = rows.rows(), columns = rows.columns();
  if (const auto error = check_memory(count, columns, run)) return *error;
  UninitializedVector<T> cells(count * columns);
  const auto implicit_values = rows.implicit_values();
  if (rows.sparse())
    for (std::size_t j = 0; j < columns; ++j)
      std::fill_n(cells.begin() + static_cast<std::ptrdiff_t>(j * count), count,
                  implicit_values.empty() ? T{0} : static_cast<T>(implicit_values[j]));
  const auto failed = rows.pass(RawKey(), run, [&](GridRows::Where where, const AnyBlock &block) {
    std::visit(
        [&](const auto &part) {
          if constexpr (std::is_same_v<typename std::decay_t<decltype(part)>::Cell, T>)
            turn(part, where.first_row, count, cells.data());
        },
        block);
  });
  if (failed) return *failed;
  WorkerPool pool(run.threads);
  const std::vector<hwy::Sorter> sorters(pool.size());
  pool.each(columns, [&](unsigned worker, std::size_t j) {
    sorters[worker](cells.data() + j * count, count, hwy::SortAscending());
  });
  return SortedColumns(rows, std::move(cells));
}

Result<SortedColumns> SortedColumns::of(const GridRows &rows, const RunOptions &run) {
  return rows.narrow() ? sort<std::int32_t>(rows, run) : sort<std::int64_t>(rows, run);
}

} // namespace poise::internal
