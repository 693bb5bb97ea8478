// Blocks of doubles: shown where they lie, or converted a few rows at a time.
#include "poise/grid/people_rows.h"

#include "poise/base/progress_meter.h"
#include "poise/base/worker_pool.h"
#include "poise/grid/grid_rows.h"
#include "poise/grid/people_means.h"
#include "poise/table/dense_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace poise::internal {
namespace {

using Scratch = std::vector<double>;

Error table_changed() {
  return {ErrorKind::failure, "the table has another number of rows than when it was opened",
          "do not change a file while it is read"};
}

// Tells of every chunk: its rows as they are, the chunk, and how many rows came before.
template <class Tell>
std::optional<Error> each_chunk_of(RawKey key, const Table &table, const RunOptions &run, const Tell &tell) {
  ProgressMeter meter(run, table.rows());
  const std::unique_ptr<RowPass> chunks = table.pass(key);
  std::size_t done = 0;
  while (!meter.stopped()) {
    const auto chunk = chunks->next();
    if (!chunk) return chunk.error();
    if (!*chunk) break;
    if (count_columns((*chunk)->rows) != table.columns().size())
      throw std::logic_error("poise: a chunk does not look like its table");
    const std::size_t rows = count_rows((*chunk)->rows);
    if (rows > table.rows() - done) return table_changed();
    std::visit([&](const auto &view) { tell(view, **chunk, done, meter); }, (*chunk)->rows);
    done += rows;
  }
  if (const auto stopped = meter.verdict()) return stopped;
  if (done != table.rows()) return table_changed();
  return std::nullopt;
}

} // namespace

Result<PeopleRows> PeopleRows::of(Table table, const RunOptions &run) {
  if (table.people()) return bring_together(table, run);
  return PeopleRows(std::move(table));
}

Result<PeopleRows> PeopleRows::bring_together(const Table &table, const RunOptions &run) {
  const std::size_t people = *table.people(), columns = table.columns().size();
  PeopleMeans means(people, columns);
  const auto failed = each_chunk_of(
      RawKey(), table, run, [&](const auto &view, const Chunk &chunk, std::size_t, auto &meter) {
        if (chunk.people.size() != view.rows() ||
            std::ranges::any_of(chunk.people, [&](std::uint64_t who) { return who >= people; }))
          throw std::logic_error("poise: every row needs a person of its table");
        means.add(view, chunk.people);
        meter.add(view.rows());
      });
  if (failed) return *failed;
  auto kept = std::make_shared<Kept>(people * columns);
  for (std::size_t person = 0; person < people; ++person)
    for (std::size_t column = 0; column < columns; ++column)
      (*kept)[person * columns + column] = means.mean(person, column);
  return PeopleRows(people, columns, std::move(kept));
}

PeopleRows PeopleRows::only(std::vector<std::size_t> columns) const {
  if (columns.empty() || std::ranges::any_of(columns, [&](std::size_t j) { return j >= columns_; }))
    throw std::logic_error("poise: there are not so many columns");
  PeopleRows some = *this;
  some.columns_ = columns.size();
  if (kept_) {
    auto kept = std::make_shared<Kept>(rows_ * columns.size());
    auto to = kept->begin();
    for (std::size_t row = 0; row < rows_; ++row)
      for (const std::size_t j : columns) *to++ = (*kept_)[row * columns_ + j];
    some.kept_ = std::move(kept);
  } else {
    if (!squares_.centre.empty()) some.squares_ = squares_.only(columns);
    if (!chosen_.empty())
      for (std::size_t &j : columns) j = chosen_[j];
    some.chosen_ = std::move(columns);
  }
  return some;
}

double PeopleRows::Squares::of(std::size_t column, double cell) const {
  constexpr double most = std::numeric_limits<double>::max();
  const double apart = (counted(cell) - centre[column]) * scale[column], square = apart * apart;
  return is_missing(cell) ? cell : square > most ? most : square;
}

PeopleRows::Squares PeopleRows::Squares::only(const std::vector<std::size_t> &columns) const {
  Squares some;
  for (const std::size_t j : columns) {
    some.centre.push_back(centre[j]);
    some.scale.push_back(scale[j]);
  }
  return some;
}

PeopleRows PeopleRows::squared_distances(std::vector<double> centre, std::vector<double> scale) const {
  if (centre.size() != columns_ || scale.size() != columns_ || !squares_.centre.empty())
    throw std::logic_error("poise: squares need a centre and a scale a column");
  PeopleRows squared = *this;
  Squares squares{std::move(centre), std::move(scale)};
  if (kept_) {
    auto kept = std::make_shared<Kept>(rows_ * columns_);
    for (std::size_t i = 0; i < kept->size(); ++i) (*kept)[i] = squares.of(i % columns_, (*kept_)[i]);
    squared.kept_ = std::move(kept);
  } else {
    squared.squares_ = std::move(squares);
  }
  return squared;
}

std::optional<Error> PeopleRows::pass(RawKey key, const RunOptions &run, const Visit &visit) const {
  return table_ ? pass_table(key, run, visit) : pass_kept(run, visit);
}

std::optional<Error> PeopleRows::pass_kept(const RunOptions &run, const Visit &visit) const {
  WorkerPool pool(run.threads);
  ProgressMeter meter(run, rows_);
  const std::size_t step = rows_of_a_block(columns_, run);
  pool.each((rows_ + step - 1) / step, [&](unsigned worker, std::size_t job) {
    if (meter.stopped()) return;
    const std::size_t first = job * step, last = std::min(rows_, first + step);
    visit({worker, first}, std::span(*kept_).subspan(first * columns_, (last - first) * columns_));
    meter.add(last - first);
  });
  return meter.verdict();
}

std::optional<Error> PeopleRows::pass_table(RawKey key, const RunOptions &run, const Visit &visit) const {
  WorkerPool pool(run.threads);
  std::vector<Scratch> scratch(pool.size()), chosen(pool.size());
  const std::size_t width = table_->columns().size();
  const auto picked = [&](std::span<const double> cells, Scratch &to) -> std::span<const double> {
    if (chosen_.empty() && squares_.centre.empty()) return cells;
    to.clear();
    for (std::size_t first = 0; first < cells.size(); first += width)
      for (std::size_t j = 0; j < columns_; ++j) {
        const double cell = cells[first + (chosen_.empty() ? j : chosen_[j])];
        to.push_back(squares_.centre.empty() ? cell : squares_.of(j, cell));
      }
    return to;
  };
  return each_chunk_of(
      key, *table_, run, [&](const auto &view, const Chunk &, std::size_t done, auto &meter) {
        const std::size_t step = rows_of_a_block(width, run);
        pool.each((view.rows() + step - 1) / step, [&](unsigned worker, std::size_t job) {
          if (meter.stopped()) return;
          const std::size_t first = job * step, last = std::min(view.rows(), first + step);
          visit({worker, done + first},
                picked(dense_cells(view.slice(first, last), scratch[worker]), chosen[worker]));
          meter.add(last - first);
        });
      });
}

} // namespace poise::internal
