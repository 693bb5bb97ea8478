// The least and the largest cell of every column of a block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poise::internal {

// PROMISE  least[j] and most[j] become the extremes of themselves and all cells of column j.
// WHY      Comparisons of integers are exact in any order.
// CHECKED  tests/aggregate/column_extremes_test.cpp
//
// Cells are whole rows, as wide as least and most.
void widen_extremes(std::span<const std::int32_t> cells, std::span<std::int32_t> least,
                    std::span<std::int32_t> most);
void widen_extremes(std::span<const std::int64_t> cells, std::span<std::int64_t> least,
                    std::span<std::int64_t> most);

} // namespace poise::internal
