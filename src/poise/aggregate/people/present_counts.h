// How many cells of every column are there.
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/base/result.h"
#include "poise/grid/people_rows.h"

namespace poise::internal {

// PROMISE  Of every column the number of rows that have a cell there. Replacing one row moves each by at
//          most one: all of them by at most sqrt(d) in l2-norm, and d in l1-norm.
// WHY      A sum of rows of zeros and ones.
// CHECKED  tests/aggregate/people_answers_test.cpp
class PresentCounts {
public:
  static Result<ExactSum> of(const PeopleRows &rows, const RunOptions &run = {});
};

} // namespace poise::internal
