// Every column in rising order: what the exponential mechanism weighs.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise {

class ReleaseKey; // mechanism/release_key.h: who may turn exact numbers into a release

// PROMISE  values(key, j) holds cell j of all rows, in rising order. Replacing one row moves the number of
// cells at
//          or below any number, in each column, by at most one.
// WHY      A replacement takes one cell out of a column and puts one in.
// CHECKED  tests/aggregate/sorted_columns_test.cpp
class SortedColumns {
public:
  // Needs memory for all cells; an Error when work.memory has not enough.
  static Result<SortedColumns> of(const GridRows &rows, const Work &work = {});

  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::int64_t bound() const { return bound_; }

  // Exact numbers about people.
  std::span<const std::int64_t> values(const ReleaseKey &, std::size_t column) const {
    return std::span<const std::int64_t>(cells_).subspan(column * rows_, rows_);
  }

private:
  SortedColumns(std::size_t rows, std::size_t columns, std::int64_t bound, std::vector<std::int64_t> cells)
      : rows_(rows), columns_(columns), bound_(bound), cells_(std::move(cells)) {}

  std::size_t rows_, columns_;
  std::int64_t bound_;
  std::vector<std::int64_t> cells_; // column by column
};

} // namespace poise
