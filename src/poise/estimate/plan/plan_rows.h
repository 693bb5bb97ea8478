// How many rows plan needs for its medians to mean something: from public numbers alone.
#pragma once

#include "poise/privacy/units.h"

#include <cstddef>
#include <cstdint>

namespace poise::internal {

// About how many rows it takes for the private median of every one of so many columns to land among the data
// in 999 runs of 1000, if these vary by at least that share of the bound; and for the median of each to do so
// in 99 of 100, which is enough where a few may miss. A rule for accuracy, from public facts alone; privacy
// does not rest on it.
std::uint64_t rows_for_all_medians(std::size_t columns, const Rho &rho, const Rational &least_spread);
std::uint64_t rows_for_most_medians(std::size_t columns, const Rho &rho, const Rational &least_spread);

} // namespace poise::internal
