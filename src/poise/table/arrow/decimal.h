// Decimals as they are stored: whole numbers, to be divided by a power of ten.
#pragma once

#include <cstddef>
#include <cstdint>

namespace poise::internal {

// The double nearest to whole / 10^scale, `whole` being a signed number of 4, 8, 16 or 32 bytes,
// little-endian. So a decimal means the same whatever scale and size its column has: those may be made for
// its longest cell.
double decimal_to_double(const std::uint8_t *whole, std::size_t bytes, int scale);

} // namespace poise::internal
