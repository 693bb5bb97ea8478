// Rows whose cells are cut off at a public limit.
#pragma once

#include "poise/grid/grid_rows.h"

namespace poise::internal {

// PROMISE  Cell x becomes the nearest number within +-limit, which is the new bound; a limit
//          beyond the bound changes nothing. Sparse rows stay sparse. limit >= 1.
// WHY      Counts at or below a threshold within the limit are those of the original rows, so
//          that a search for a quantile that lies there finds the same in fewer steps.
// CHECKED  tests/aggregate/transforms_test.cpp
std::shared_ptr<const GridRows> clamped_rows(std::shared_ptr<const GridRows> rows, std::int64_t limit);

} // namespace poise::internal
