// How many cells of each column lie at or below thresholds: all columns and thresholds in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poise::internal {

// PROMISE  counts[t * columns + j] grows by the number of rows whose cell j is <=
//          thresholds[t * columns + j]. Replacing one row moves each count by at most one. Blocks may be
//          added in any cut and order, and counts of disjoint blocks (each from zero) add up.
// WHY      Whole numbers, one comparison a cell. Within a call, counts are kept in lanes as wide
//          as a cell and emptied after at most 2^30 rows, so no lane wraps.
// CHECKED  tests/aggregate/counts_at_or_below_test.cpp
//
// Cells are whole rows of `columns` cells; as many counts as thresholds, both whole rows.
void add_counts_at_or_below(std::span<const std::int32_t> cells, std::size_t columns,
                            std::span<const std::int32_t> thresholds, std::span<std::uint64_t> counts);
void add_counts_at_or_below(std::span<const std::int64_t> cells, std::size_t columns,
                            std::span<const std::int64_t> thresholds, std::span<std::uint64_t> counts);

} // namespace poise::internal
