// How many rows a public map takes no further than each of some public radii.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/aggregate/people/row_map.h"
#include "poise/base/result.h"
#include "poise/grid/people_rows.h"

namespace poise::internal {

// PROMISE  Count i is the number of rows whose norm, where the map takes them, is at most radii[i]; radii
//          rise. Replacing one row moves each count by at most one, all in the same direction.
// WHY      A row is in one bucket, that of a fixed function of it (kernel/map_rows.h); counts are sums of
//          buckets.
// CHECKED  tests/aggregate/people_answers_test.cpp
class MappedNorms {
public:
  static Result<ExactCounts> of(const PeopleRows &rows, const RowMap &map, std::span<const double> radii,
                                const RunOptions &run = {});
};

} // namespace poise::internal
