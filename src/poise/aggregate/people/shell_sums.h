// Sums of what every row has between two public radii, shell by shell.
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/aggregate/people/row_map.h"
#include "poise/base/result.h"
#include "poise/grid/people_rows.h"

#include <span>
#include <vector>

namespace poise::internal {

// PROMISE  With radii r_0 < r_1 < …: part 0 is the sum over all rows of y clipped to norm r_0, part k that of
//          what y has between r_(k-1) and r_k, y being where the map takes a row; all in steps, each cell
//          rounded. Part k is of integer rows no longer than L_k: replacing one moves it by at most
//          2 L_k in l2-norm, sqrt(2) L_k where the map squares; and parts 0 … k by 2 (L_0 + … + L_k).
// WHY      kernel/map_rows.h bounds every row by L_k. A sum of vectors is no longer than their lengths
//          together. Rows without a negative cell: |x - y|^2 <= |x|^2 + |y|^2. No overflow: L_0 + L_1 + …
//          times the number of rows is below 2^62.
// CHECKED  tests/aggregate/people_answers_test.cpp
class ShellSums {
public:
  // Radii are positive, finite and rising.
  static Result<ShellSums> of(const PeopleRows &rows, const RowMap &map, std::span<const double> radii,
                              const RunOptions &run = {});

  // Public facts.
  std::size_t parts() const { return longest_.size(); }
  double step() const { return step_; } // what one of the integers stands for, where the map takes rows

  ExactSum part(std::size_t k) const { return sum_of(k, k + 1); }
  ExactSum up_to(std::size_t k) const { return sum_of(0, k + 1); } // rows clipped to r_k

private:
  ShellSums(std::size_t rows, std::size_t columns, double step, bool non_negative,
            std::vector<std::int64_t> longest, std::vector<std::vector<std::int64_t>> sums)
      : rows_(rows), columns_(columns), step_(step), non_negative_(non_negative),
        longest_(std::move(longest)), sums_(std::move(sums)) {}
  ExactSum sum_of(std::size_t first, std::size_t last) const;

  std::size_t rows_, columns_;
  double step_;
  bool non_negative_;
  std::vector<std::int64_t> longest_;
  std::vector<std::vector<std::int64_t>> sums_;
};

} // namespace poise::internal
