// Gathered in any order, then sorted.
#include "poise/aggregate/people/sorted_cells.h"

#include "poise/grid/grid_rows.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

std::int64_t whole_steps(double cell, int exponent) {
  constexpr auto most = static_cast<double>(SortedCells::furthest);
  const double steps = std::floor(std::ldexp(cell, -exponent));
  return static_cast<std::int64_t>(steps > most ? most : steps < -most ? -most : steps);
}

template <class Column>
Result<std::vector<std::int64_t>> gathered(RawKey key, const PeopleRows &rows, int exponent,
                                           const RunOptions &run, const Column &column_of_row) {
  const std::size_t columns = rows.columns();
  std::vector<std::vector<std::int64_t>> parts(worker_count(run));
  const auto failed = rows.pass(key, run, [&](PeopleRows::Where where, std::span<const double> cells) {
    for (std::size_t row = 0; row * columns < cells.size(); ++row) {
      const double cell = cells[row * columns + column_of_row(where.first_row + row)];
      if (cell == cell) parts[where.worker].push_back(whole_steps(cell, exponent));
    }
  });
  if (failed) return *failed;
  std::vector<std::int64_t> all;
  all.reserve(rows.rows());
  for (const auto &part : parts) all.insert(all.end(), part.begin(), part.end());
  std::ranges::sort(all);
  return all;
}

} // namespace

Result<SortedCells> SortedCells::of_column(const PeopleRows &rows, std::size_t column, int exponent,
                                           const RunOptions &run) {
  auto cells = gathered(RawKey(), rows, exponent, run, [&](std::size_t) { return column; });
  if (!cells) return cells.error();
  return SortedCells(rows.rows(), std::move(*cells));
}

Result<SortedCells> SortedCells::pooled(const PeopleRows &rows, int exponent, const RunOptions &run) {
  const std::size_t columns = rows.columns();
  auto cells = gathered(RawKey(), rows, exponent, run, [&](std::size_t row) { return row % columns; });
  if (!cells) return cells.error();
  return SortedCells(rows.rows(), std::move(*cells));
}

} // namespace poise::internal
