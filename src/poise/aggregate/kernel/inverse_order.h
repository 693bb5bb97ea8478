// The inverse of an order of the rows: the place of every row in it.
#pragma once

#include "poise/aggregate/transform/pair_differences.h"

namespace poise::internal {

inline constexpr std::uint64_t not_placed = ~std::uint64_t{0};

// For every row its place in the order; not_placed for those from place `used` on. An order that is not one
// of all rows, or an open one of rows that have no public order, is a bug and throws.
std::vector<std::uint64_t> inverse_order(const GridRows &rows, std::span<const std::uint64_t> order,
                                         PairOrder kind, std::size_t used);

} // namespace poise::internal
