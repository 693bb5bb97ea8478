// Blocks of kept rows are views; keeping is a pass that writes every row to its place.
#include "poise/grid/kept_grid_rows.h"

#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {

namespace {

template <class T> bool within(std::span<const T> cells, std::int64_t bound) {
  bool all = true; // without an early end, so that it is one quick walk
  for (const T cell : cells) all &= cell <= bound && cell >= -bound;
  return all;
}

} // namespace

template <class T>
KeptGridRows<T>::KeptGridRows(std::size_t rows, std::size_t columns, std::int64_t bound, Cells cells,
                              Order order, Within)
    : GridRows(GridRowsMaker()), rows_(rows), columns_(columns), bound_(bound), cells_(std::move(cells)),
      order_(order) {
  const bool fits = sparse()
                        ? cells_.starts.size() == rows + 1 && cells_.places.size() == cells_.values.size() &&
                              cells_.starts.back() == cells_.values.size()
                        : cells_.values.size() == rows * columns;
  if (!fits || narrow() != (sizeof(T) == 4))
    throw std::logic_error("poise: kept rows need all their cells, in the type their bound asks for");
}

template <class T>
KeptGridRows<T>::KeptGridRows(std::size_t rows, std::size_t columns, std::int64_t bound, Cells cells,
                              Order order)
    : KeptGridRows(rows, columns, bound, std::move(cells), order, Within::promised) {
  if (!within(std::span<const T>(cells_.values), bound) ||
      !within(std::span<const std::int64_t>(cells_.implicit_values), bound))
    throw std::logic_error("poise: a kept cell is beyond the bound");
}

template <class T>
std::optional<Error> KeptGridRows<T>::pass(RawKey, const RunOptions &run, const Visit &visit) const {
  WorkerPool pool(run.threads);
  ProgressMeter meter(run, rows_);
  const std::span<const T> values = cells_.values;
  const std::span<const std::uint64_t> starts = cells_.starts;
  const std::span<const std::uint32_t> places = cells_.places;
  // Nothing is copied, so blocks need not fit a cache: few large ones cost the least, as long as everyone
  // gets several. Sparse rows are cut as if all had the average length.
  const std::size_t cells_of_a_row =
      sparse() ? std::max<std::size_t>(1, values.size() / std::max<std::size_t>(1, rows_)) : columns_;
  const std::size_t least_cells = sparse() ? entries_of_a_block(columns_, run) : run.block_cells;
  const std::size_t least = std::max<std::size_t>(1, least_cells / cells_of_a_row);
  const std::size_t step = std::clamp(rows_ / (std::size_t{8} * pool.size()), least, 16 * least);
  pool.each((rows_ + step - 1) / step, [&](unsigned worker, std::size_t i) {
    if (meter.stopped()) return;
    const std::size_t first = i * step, last = std::min(rows_, first + step);
    if (sparse()) {
      const std::size_t begin = starts[first], entries = starts[last] - begin;
      visit({worker, first},
            SparseBlock<T>{starts.subspan(first, last - first + 1), places.subspan(begin, entries),
                           values.subspan(begin, entries), columns_});
    } else {
      visit({worker, first},
            DenseBlock<T>{values.subspan(first * columns_, (last - first) * columns_), columns_});
    }
    meter.add(last - first);
  });
  return meter.verdict();
}

template class KeptGridRows<std::int32_t>;
template class KeptGridRows<std::int64_t>;

namespace {

template <class T> auto order_of(const GridRows &rows) {
  using Order = typename KeptGridRows<T>::Order;
  return rows.in_public_order() ? Order::open : Order::of_people;
}

} // namespace

template <class T>
Result<std::shared_ptr<const GridRows>> KeepRows::dense(const GridRows &rows, const RunOptions &run) {
  typename KeptGridRows<T>::Cells kept;
  kept.values.resize(rows.rows() * rows.columns());
  const auto failed = rows.pass(RawKey(), run, [&](GridRows::Where where, const AnyBlock &block) {
    const auto &cells = std::get<DenseBlock<T>>(block).cells;
    std::copy(cells.begin(), cells.end(), kept.values.data() + where.first_row * rows.columns());
  });
  if (failed) return *failed;
  using Kept = KeptGridRows<T>;
  return std::shared_ptr<const GridRows>(new Kept(rows.rows(), rows.columns(), rows.bound(), std::move(kept),
                                                  order_of<T>(rows), Kept::Within::promised));
}

template <class T>
Result<std::shared_ptr<const GridRows>> KeepRows::sparse(const GridRows &rows, const RunOptions &run) {
  typename KeptGridRows<T>::Cells kept;
  kept.implicit_values.assign(rows.implicit_values().begin(), rows.implicit_values().end());
  kept.starts.resize(rows.rows() + 1);
  // Lengths first, one further on; then their sums; then the entries.
  auto failed = rows.pass(RawKey(), run, [&](GridRows::Where where, const AnyBlock &block) {
    const auto &part = std::get<SparseBlock<T>>(block);
    for (std::size_t i = 0; i < part.rows(); ++i)
      kept.starts[where.first_row + i + 1] = part.end(i) - part.begin(i);
  });
  if (failed) return *failed;
  for (std::size_t i = 0; i < rows.rows(); ++i) kept.starts[i + 1] += kept.starts[i];
  kept.places.resize(kept.starts.back());
  kept.values.resize(kept.starts.back());
  failed = rows.pass(RawKey(), run, [&](GridRows::Where where, const AnyBlock &block) {
    const auto &part = std::get<SparseBlock<T>>(block);
    const auto to = static_cast<std::ptrdiff_t>(kept.starts[where.first_row]);
    std::copy(part.places.begin(), part.places.end(), kept.places.begin() + to);
    std::copy(part.values.begin(), part.values.end(), kept.values.begin() + to);
  });
  if (failed) return *failed;
  using Kept = KeptGridRows<T>;
  return std::shared_ptr<const GridRows>(new Kept(rows.rows(), rows.columns(), rows.bound(), std::move(kept),
                                                  order_of<T>(rows), Kept::Within::promised));
}

Result<std::shared_ptr<const GridRows>> KeepRows::if_room(std::shared_ptr<const GridRows> rows,
                                                          const RunOptions &run) {
  const std::size_t room =
      run.memory / (rows->narrow() ? sizeof(std::int32_t) : sizeof(std::int64_t)) / rows->columns();
  if (rows->kept() || rows->sparse() || rows->rows() > room) return rows;
  return all(*rows, run);
}

Result<std::shared_ptr<const GridRows>> KeepRows::all(const GridRows &rows, const RunOptions &run) {
  if (rows.sparse()) return rows.narrow() ? sparse<std::int32_t>(rows, run) : sparse<std::int64_t>(rows, run);
  return rows.narrow() ? dense<std::int32_t>(rows, run) : dense<std::int64_t>(rows, run);
}

} // namespace poise::internal
