// Every column in rising order: what the exponential mechanism weighs.
#pragma once

#include "poise/base/default_init_allocator.h"
#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <span>
#include <variant>

namespace poise::internal {

class ReleaseKey; // mechanism/release_key.h: who may turn exact numbers into a release

// PROMISE  values(key, j) holds cell j of all rows, in rising order. Replacing one row moves the
//          number of cells at or below any number, in each column, by at most one.
// WHY      A replacement takes one cell out of a column and puts one in.
// CHECKED  tests/aggregate/sorted_columns_test.cpp
class SortedColumns {
public:
  // Why so many cells would not fit, if they do not: by public numbers alone, whatever their type. To be
  // asked before anything is spent.
  [[nodiscard]] static std::optional<Error> check_memory(std::size_t rows, std::size_t columns,
                                                         const RunOptions &run);

  // Needs memory for all cells; an Error when work.memory has not enough.
  static Result<SortedColumns> of(const GridRows &rows, const RunOptions &run = {});

  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  std::int64_t bound() const { return bound_; }

  // Exact numbers about people, in the type that the bound asks for.
  using Column = std::variant<std::span<const std::int32_t>, std::span<const std::int64_t>>;
  Column values(const ReleaseKey &, std::size_t column) const {
    return std::visit(
        [&]<class T>(const UninitializedVector<T> &cells) {
          return Column(std::span<const T>(cells).subspan(column * rows_, rows_));
        },
        cells_);
  }

private:
  using Cells =
      std::variant<UninitializedVector<std::int32_t>, UninitializedVector<std::int64_t>>; // column by column

  SortedColumns(const GridRows &rows, Cells cells)
      : rows_(rows.rows()), columns_(rows.columns()), bound_(rows.bound()), cells_(std::move(cells)) {}

  template <class T> static Result<SortedColumns> sort(const GridRows &rows, const RunOptions &run);

  std::size_t rows_, columns_;
  std::int64_t bound_;
  Cells cells_;
};

} // namespace poise::internal
