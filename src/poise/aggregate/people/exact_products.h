// The sum over rows of their products column by column, exact.
#pragma once

#include "poise/aggregate/people/row_map.h"
#include "poise/base/exact.h"
#include "poise/base/result.h"
#include "poise/grid/people_rows.h"

#include <vector>

namespace poise::internal {

class ReleaseKey; // mechanism/release_key.h: who may turn exact numbers into a release

// PROMISE  The sum over all rows of w w', w being where the map takes a row, clipped to a radius and in whole
//          steps: integer rows no longer than L. Row by row the whole symmetric matrix. Replacing one row
//          moves it by at most sqrt(2) L^2 in Frobenius norm.
// WHY      kernel/map_rows.h bounds every row by L. |w w' - v v'|^2 = |w|^4 + |v|^4 - 2 (w.v)^2 <= 2 L^4.
//          L is at most 2^18, so that |w_i w_j| <= 2^36, and doubles hold the sum over 2^16 rows exactly, in
//          any order, with fused operations or without; those sums are added in 64 bits: rows are below 2^26.
// CHECKED  tests/aggregate/people_answers_test.cpp
class ExactProducts {
public:
  static constexpr std::size_t most_columns = 4096, most_rows = std::size_t{1} << 26;

  static Result<ExactProducts> of(const PeopleRows &rows, const RowMap &map, double radius,
                                  const RunOptions &run = {});

  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }
  double step() const { return step_; } // of a row; a product is in squares of it
  Integer squared_sensitivity() const;  // in Frobenius norm

  // Exact numbers about people.
  const std::vector<std::int64_t> &values(const ReleaseKey &) const { return values_; }

private:
  ExactProducts(std::size_t rows, std::size_t columns, double step, std::int64_t longest,
                std::vector<std::int64_t> values)
      : rows_(rows), columns_(columns), step_(step), longest_(longest), values_(std::move(values)) {}

  std::size_t rows_, columns_;
  double step_;
  std::int64_t longest_;
  std::vector<std::int64_t> values_;
};

} // namespace poise::internal
