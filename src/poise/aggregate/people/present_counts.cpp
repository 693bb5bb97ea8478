// One pass: a cell that equals itself is there.
#include "poise/aggregate/people/present_counts.h"

#include "poise/aggregate/exact/fold.h"

#include <optional>

namespace poise::internal {

Result<ExactSum> PresentCounts::of(const PeopleRows &rows, const RunOptions &run) {
  const std::size_t columns = rows.columns();
  std::vector<std::optional<Tally<std::int64_t>>> tallies(worker_count(run));
  const auto failed = rows.pass(RawKey(), run, [&](PeopleRows::Where where, std::span<const double> cells) {
    auto &tally = tallies[where.worker];
    if (!tally) tally.emplace(columns);
    for (std::size_t first = 0; first < cells.size(); first += columns)
      for (std::size_t j = 0; j < columns; ++j) tally->values[j] += cells[first + j] == cells[first + j];
  });
  if (failed) return *failed;
  std::vector<Int128> values(columns);
  for (const auto &tally : tallies)
    if (tally)
      for (std::size_t j = 0; j < columns; ++j) values[j] += tally->values[j];
  const Integer moved = to_integer(std::uint64_t{columns});
  return ExactSum(rows.rows(), moved, moved, std::move(values));
}

} // namespace poise::internal
