// Sums and counts for every person and column, in integers; then one division each.
#include "poise/grid/people_on_grid.h"

#include "poise/base/progress_meter.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/place_rows.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace poise::internal {
namespace {

bool missing(double cell) { return std::isnan(cell); }
bool missing(float cell) { return std::isnan(cell); }
template <std::integral T> bool missing(T) { return false; }

// Everything known of all people, person by person.
template <class Sum> class Tallies {
public:
  Tallies(std::size_t people, std::size_t columns, std::int64_t fill)
      : columns_(columns), fill_(fill), rows_(people), sums_(people * columns) {}

  template <class Cell, class T>
  void add(const DenseRows<T> &rows, const Grid &grid, std::span<const std::uint64_t> people) {
    for (std::size_t row = 0; row < rows.rows(); ++row)
      for (std::size_t column = 0; column < columns_; ++column) {
        const T cell = rows.at(row, column);
        add(people[row], column, missing(cell), placed<Cell>(grid, cell));
      }
    count(people);
  }

  template <class Cell>
  void add(const ColumnRows &rows, const Grid &grid, std::span<const std::uint64_t> people) {
    for (std::size_t column = 0; column < columns_; ++column) {
      const Column &part = rows.parts[column];
      std::visit(
          [&](const auto *cells) {
            for (std::size_t row = rows.first; row < rows.last; ++row) {
              const bool gap = part.missing(row) || missing(cells[row]);
              add(people[row - rows.first], column, gap, gap ? Cell{0} : placed<Cell>(grid, cells[row]));
            }
          },
          part.cells);
    }
    count(people);
  }

  template <class Cell> void add(const SparseRows &, const Grid &, std::span<const std::uint64_t>) {
    throw std::logic_error("poise: sparse rows have no unit: each is a person already");
  }

  // Nearest to the mean of the cells that were there, halves away from zero.
  Sum mean(std::size_t person, std::size_t column) const {
    const std::size_t at = person * columns_ + column;
    const std::uint64_t present = rows_[person] - (gaps_.empty() ? 0 : gaps_[at]);
    if (present == 0) return fill_;
    const Sum sum = sums_[at], count = static_cast<Sum>(present);
    const Sum magnitude = sum < 0 ? -sum : sum;
    // The rest decides, so that nothing is doubled and overflows.
    const Sum whole = magnitude / count, rest = magnitude % count;
    const Sum nearest = whole + (rest >= count - rest ? 1 : 0);
    return sum < 0 ? -nearest : nearest;
  }

private:
  void add(std::uint64_t person, std::size_t column, bool gap, Sum cell) {
    const std::size_t at = person * columns_ + column;
    if (!gap) {
      sums_[at] += cell;
      return;
    }
    if (gaps_.empty()) gaps_.resize(sums_.size()); // most tables have none
    ++gaps_[at];
  }
  void count(std::span<const std::uint64_t> people) {
    for (const std::uint64_t person : people) ++rows_[person];
  }

  std::size_t columns_;
  Sum fill_;
  std::vector<std::uint64_t> rows_; // of each person
  std::vector<Sum> sums_;           // of the cells that are there
  std::vector<std::uint64_t> gaps_; // cells that are not; empty while there are none
};

} // namespace

template <class Cell, class Sum>
Result<std::shared_ptr<const GridRows>> PeopleOnGrid::collapse(const Table &table, const Grid &grid,
                                                               const RunOptions &run) {
  const std::size_t people = *table.people(), columns = table.columns().size();
  Tallies<Sum> tallies(people, columns, grid.fill());
  ProgressMeter meter(run, table.rows());
  const std::unique_ptr<RowPass> chunks = table.pass(RawKey());
  std::size_t seen = 0;
  while (!meter.stopped()) {
    const auto chunk = chunks->next();
    if (!chunk) return chunk.error();
    if (!*chunk) break;
    const std::span<const std::uint64_t> whose = (*chunk)->people;
    if (whose.size() != count_rows((*chunk)->rows) ||
        std::ranges::any_of(whose, [&](std::uint64_t person) { return person >= people; }))
      throw std::logic_error("poise: every row needs a person of its table");
    std::visit([&](const auto &rows) { tallies.template add<Cell>(rows, grid, whose); }, (*chunk)->rows);
    seen += whose.size();
    meter.add(whose.size());
  }
  if (const auto stopped = meter.verdict()) return *stopped;
  if (seen != table.rows())
    return Error{ErrorKind::failure, "the table has another number of rows than when it was opened",
                 "do not change a file while it is read"};

  typename KeptGridRows<Cell>::Cells kept;
  kept.values.resize(people * columns);
  for (std::size_t person = 0; person < people; ++person)
    for (std::size_t column = 0; column < columns; ++column)
      kept.values[person * columns + column] = static_cast<Cell>(tallies.mean(person, column));
  return std::shared_ptr<const GridRows>(std::make_shared<KeptGridRows<Cell>>(
      people, columns, grid.bound(), std::move(kept), KeptGridRows<Cell>::Order::of_people));
}

Result<std::shared_ptr<const GridRows>> PeopleOnGrid::of(const Table &table, const Grid &grid,
                                                         const RunOptions &run) {
  // Whether all cells of one person could outgrow 64 bits.
  const bool small = table.rows() <= static_cast<std::uint64_t>(Grid::largest_bound / grid.bound());
  if (grid.narrow())
    return small ? collapse<std::int32_t, std::int64_t>(table, grid, run)
                 : collapse<std::int32_t, Int128>(table, grid, run);
  return small ? collapse<std::int64_t, std::int64_t>(table, grid, run)
               : collapse<std::int64_t, Int128>(table, grid, run);
}

} // namespace poise::internal
