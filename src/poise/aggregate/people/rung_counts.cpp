// A histogram a worker; they are added up.
#include "poise/aggregate/people/rung_counts.h"

#include "poise/aggregate/exact/fold.h"

#include <numeric>
#include <optional>

namespace poise::internal {
namespace {

// Tells of one cell of every row.
template <class Column>
Result<Tally<std::uint64_t>> count_rungs(RawKey key, const PeopleRows &rows, double centre,
                                         const RunOptions &run, const Column &column_of_row) {
  const std::size_t columns = rows.columns();
  std::vector<std::optional<Tally<std::uint64_t>>> tallies(worker_count(run));
  const auto failed = rows.pass(key, run, [&](PeopleRows::Where where, std::span<const double> cells) {
    auto &tally = tallies[where.worker];
    if (!tally) tally.emplace(RungCounts::rungs);
    for (std::size_t row = 0; row * columns < cells.size(); ++row) {
      const double cell = cells[row * columns + column_of_row(where.first_row + row)];
      if (cell == cell) ++tally->values[static_cast<std::size_t>(rung_of(cell - centre) - Rungs::lowest)];
    }
  });
  if (failed) return *failed;
  Tally<std::uint64_t> total(RungCounts::rungs);
  for (const auto &tally : tallies)
    if (tally) total += *tally;
  return total;
}

} // namespace

ExactCounts RungCounts::counts(std::size_t rows, std::vector<std::uint64_t> single, Kind kind) {
  if (kind == Kind::single) return ExactCounts(rows, 1, std::move(single));
  std::partial_sum(single.begin(), single.end(), single.begin());
  return ExactCounts(rows, 1, std::move(single), ExactCounts::Order::nested);
}

Result<ExactCounts> RungCounts::of_column(const PeopleRows &rows, std::size_t column, Kind kind,
                                          double centre, const RunOptions &run) {
  auto tally = count_rungs(RawKey(), rows, centre, run, [&](std::size_t) { return column; });
  if (!tally) return tally.error();
  return counts(rows.rows(), std::move(tally->values), kind);
}

Result<ExactCounts> RungCounts::pooled(const PeopleRows &rows, Kind kind, double centre,
                                       const RunOptions &run) {
  const std::size_t columns = rows.columns();
  auto tally = count_rungs(RawKey(), rows, centre, run, [&](std::size_t row) { return row % columns; });
  if (!tally) return tally.error();
  return counts(rows.rows(), std::move(tally->values), kind);
}

} // namespace poise::internal
