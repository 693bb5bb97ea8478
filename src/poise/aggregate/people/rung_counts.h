// How many cells of a sample are on each rung of the ladder of magnitudes: of one column, or of all pooled.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/grid/magnitudes.h"
#include "poise/grid/people_rows.h"

namespace poise::internal {

// PROMISE  Count i is the number of cells x with |x - centre| on rung Rungs::lowest + i, or, cumulative, on
//          that rung or below; gaps are not counted. Replacing one row takes one from a count and adds one
//          to another, at most; of cumulative counts it moves each by at most one, all in the same direction.
// WHY      A cell is on one rung (magnitudes.h), and a row has one cell here, or none.
// CHECKED  tests/aggregate/people_answers_test.cpp
//
// `pooled` looks at one cell of every row: row i's in column i % columns. Of rows in a secret order this is a
// sample of all cells, and a person has one part in it, not as many as there are columns.
class RungCounts {
public:
  static constexpr std::size_t rungs = Rungs::highest - Rungs::lowest + 1;

  enum class Kind { single, cumulative };

  static Result<ExactCounts> of_column(const PeopleRows &rows, std::size_t column, Kind kind,
                                       double centre = 0, const RunOptions &run = {});
  static Result<ExactCounts> pooled(const PeopleRows &rows, Kind kind, double centre = 0,
                                    const RunOptions &run = {});

private:
  static ExactCounts counts(std::size_t rows, std::vector<std::uint64_t> single, Kind kind);
};

} // namespace poise::internal
