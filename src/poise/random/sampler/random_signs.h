// Random signs, one a column: what a rotation begins with.
#pragma once

#include "poise/random/bits.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace poise::internal {

// Column j is negative where bit j % 64 of word j / 64 is one: independent fair coins. Bits behind the last
// column are zero.
std::vector<std::uint64_t> random_signs(std::size_t columns, Bits &bits);

} // namespace poise::internal
