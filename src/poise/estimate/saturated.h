// Counts of rows that may be too large for 64 bits.
#pragma once

#include "poise/base/exact.h"

#include <cstdint>

namespace poise::internal {

// The largest number stands for all that do not fit: more rows than anybody has.
inline std::uint64_t saturated(const Integer &count) {
  return fits_uint64(count) ? static_cast<std::uint64_t>(to_uint128(count)) : ~std::uint64_t{0};
}

} // namespace poise::internal
