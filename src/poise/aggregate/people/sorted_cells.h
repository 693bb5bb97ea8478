// The cells of one column, or one of every row, in whole steps and rising order, for medians.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/people_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace poise::internal {

class ReleaseKey; // mechanism/release_key.h: who may turn exact numbers into a release

// PROMISE  values(key) holds floor(x / 2^exponent) of every cell that is there, cut off at +-furthest, in
//          rising order. Replacing one row moves the number of cells at or below any integer by at most one.
// WHY      A row has one cell here, or none: a replacement takes one out at most, and puts one in. Scaling
//          by a power of two is exact, unless it underflows, and then the floor is 0 or -1 all the same.
// CHECKED  tests/aggregate/people_answers_test.cpp
class SortedCells {
public:
  static constexpr std::int64_t furthest = std::int64_t{1} << 50;

  static Result<SortedCells> of_column(const PeopleRows &rows, std::size_t column, int exponent,
                                       const RunOptions &run = {});
  // One cell of every row, as RungCounts::pooled.
  static Result<SortedCells> pooled(const PeopleRows &rows, int exponent, const RunOptions &run = {});

  std::size_t rows() const { return rows_; } // public; how many cells are there is not

  // Exact numbers about people.
  std::span<const std::int64_t> values(const ReleaseKey &) const { return values_; }

private:
  SortedCells(std::size_t rows, std::vector<std::int64_t> values) : rows_(rows), values_(std::move(values)) {}

  std::size_t rows_;
  std::vector<std::int64_t> values_;
};

} // namespace poise::internal
