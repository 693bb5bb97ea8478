// One row of doubles a person, as the table has them: gaps stay gaps.
#pragma once

#include "poise/base/default_init_allocator.h"
#include "poise/base/result.h"
#include "poise/base/run_options.h"
#include "poise/table/raw_key.h"
#include "poise/table/table.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace poise::internal {

// What methods ask that choose a place of its own for every column. What they make of a row is a fixed
// function of it, ends in integers, and is bounded there.
class PeopleRows {
public:
  // PROMISE  Cells are the doubles nearest to what the table has; NaN, of any kind, where one is missing. Of
  //          a table that was read with a unit, a person's cell is the mean of theirs that are there, NaN if
  //          there are none. Replacing a person replaces one row; with a unit, others may change places.
  // WHY      A row is a fixed function of one person's rows, in the order of the file (people_means.h).
  // CHECKED  tests/grid/people_rows_test.cpp
  //
  // Without a unit, rows are read anew in every pass; people are brought together once, in memory.
  static Result<PeopleRows> of(Table table, const RunOptions &run = {});

  // The same people with some of the columns, in this order. Which ones is public, or released.
  PeopleRows only(std::vector<std::size_t> columns) const;

  // PROMISE  The same people; a cell is the square of (x - centre) * scale of its column, or the largest
  //          double where that is more; NaN where x is missing. Centres and scales are public, or released.
  // WHY      A fixed function of a row; rounded as doubles are.
  // CHECKED  tests/grid/people_rows_test.cpp
  //
  // Of rows that are squares already: a bug, and throws.
  PeopleRows squared_distances(std::vector<double> centre, std::vector<double> scale) const;

  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  struct Where {
    unsigned worker;       // below worker_count(run)
    std::size_t first_row; // of the block
  };
  using Visit = std::function<void(Where, std::span<const double> cells)>; // whole rows, row by row

  // Raw data: every row once, in blocks cut anyhow, several workers at a time. What is computed from
  // them must not depend on the cut, the order or the workers.
  [[nodiscard]] std::optional<Error> pass(RawKey key, const RunOptions &run, const Visit &visit) const;

private:
  friend class PeopleSample; // people_sample.h: makes rows of rows

  using Kept = UninitializedVector<double>;
  PeopleRows(std::size_t rows, std::size_t columns, std::shared_ptr<const Kept> kept)
      : rows_(rows), columns_(columns), kept_(std::move(kept)) {}
  explicit PeopleRows(Table table)
      : rows_(table.rows()), columns_(table.columns().size()), table_(std::move(table)) {}

  static Result<PeopleRows> bring_together(const Table &table, const RunOptions &run);
  [[nodiscard]] std::optional<Error> pass_kept(const RunOptions &run, const Visit &visit) const;
  [[nodiscard]] std::optional<Error> pass_table(RawKey key, const RunOptions &run, const Visit &visit) const;

  struct Squares {
    std::vector<double> centre, scale; // one a column; empty: cells as they are

    double of(std::size_t column, double cell) const;
    Squares only(const std::vector<std::size_t> &columns) const;
  };

  std::size_t rows_, columns_;
  std::vector<std::size_t> chosen_;  // of the table's columns; empty: all of them
  Squares squares_;                  // of those
  std::optional<Table> table_;       // either this …
  std::shared_ptr<const Kept> kept_; // … or this
};

} // namespace poise::internal
