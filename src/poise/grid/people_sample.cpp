// One pass, in which every block is asked who of it was drawn.
#include "poise/grid/people_sample.h"

#include "poise/grid/people_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace poise::internal {

Result<PeopleRows> PeopleSample::of(const PeopleRows &rows, std::span<const std::uint64_t> picks,
                                    const RunOptions &run) {
  const std::size_t columns = rows.columns();
  struct Pick {
    std::uint64_t person;
    std::size_t place;
  };
  std::vector<Pick> sorted;
  sorted.reserve(picks.size());
  for (const std::uint64_t person : picks) sorted.push_back({person, sorted.size()});
  std::ranges::sort(sorted, {}, &Pick::person);
  for (std::size_t i = 0; i < sorted.size(); ++i)
    if (sorted[i].person >= rows.rows() || (i > 0 && sorted[i].person == sorted[i - 1].person))
      throw std::logic_error("poise: a sample has people twice, or nobody");

  auto kept = std::make_shared<PeopleRows::Kept>(picks.size() * columns);
  const auto failed = rows.pass(RawKey(), run, [&](PeopleRows::Where where, std::span<const double> cells) {
    const std::size_t last = where.first_row + cells.size() / columns;
    auto pick = std::ranges::lower_bound(sorted, where.first_row, {}, &Pick::person);
    for (; pick != sorted.end() && pick->person < last; ++pick)
      std::ranges::copy(cells.subspan((pick->person - where.first_row) * columns, columns),
                        kept->begin() + static_cast<std::ptrdiff_t>(pick->place * columns));
  });
  if (failed) return *failed;
  return PeopleRows(picks.size(), columns, std::move(kept));
}

PeopleRows PeopleSample::first(const PeopleRows &sample, std::size_t rows) {
  if (!sample.kept_ || rows > sample.rows())
    throw std::logic_error("poise: there are not so many in a sample");
  return PeopleRows(rows, sample.columns(), sample.kept_);
}

PeopleRows PeopleSample::distances(const PeopleRows &sample, std::span<const std::size_t> group) {
  const std::size_t columns = sample.columns();
  if (!sample.kept_ || group.size() != columns ||
      std::ranges::any_of(group, [](std::size_t g) { return g < 2; }))
    throw std::logic_error("poise: distances need a sample, and groups of two at least");
  const std::size_t rows = sample.rows() / *std::ranges::min_element(group);
  const PeopleRows::Kept &cells = *sample.kept_;
  auto kept = std::make_shared<PeopleRows::Kept>(rows * columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j) {
      double first = std::numeric_limits<double>::quiet_NaN(), apart = first;
      const std::size_t begin = i * group[j], end = begin + group[j];
      for (std::size_t row = begin; row < end && end <= sample.rows(); ++row) {
        const double cell = cells[row * columns + j];
        if (is_missing(cell)) continue;
        if (is_missing(first)) {
          first = counted(cell);
        } else {
          apart = std::fabs(first - counted(cell));
          break;
        }
      }
      (*kept)[i * columns + j] = apart;
    }
  return PeopleRows(rows, columns, std::move(kept));
}

} // namespace poise::internal
