// Rows around a public centre.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// PROMISE  Cell j becomes x - centre[j], exactly. Sparse rows stay sparse.
// WHY      The bound grows by the largest |centre|; that it stays within 2^62 is checked first.
// CHECKED  tests/aggregate/transforms_test.cpp
Result<std::shared_ptr<const GridRows>> shifted_rows(std::shared_ptr<const GridRows> rows,
                                                     std::vector<std::int64_t> centre);

} // namespace poise::internal
