// The Walsh-Hadamard rotation of integer rows: exact, in place, about one pass over memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace poise::internal {

// The widest row a rotation takes.
inline constexpr std::size_t widest_rotation = std::size_t{1} << 20;

// The width of a row after padding: the least power of two that is not below `columns`.
std::size_t padded_width(std::size_t columns);

// Whether rows of `columns` cells within +-bound keep exact when rotated in this type: public facts only.
bool rotation_fits_32_bits(std::size_t columns, std::uint64_t bound);
bool rotation_fits_64_bits(std::size_t columns, std::uint64_t bound);

// PROMISE  Every row x of the block becomes H x, with H_ij = (-1)^(ones in i & j), exactly.
// WHY      Additions and subtractions are taken modulo 2^32 (or 2^64), where any order of the butterflies
//          gives the same remainder; a result that fits the type is its remainder. Each result is a signed
//          sum of the row's cells, so it fits when columns * bound < 2^31 (2^63): rotation_fits_*.
//          Padding with zeros adds nothing to that sum, so the unpadded columns count.
// CHECKED  tests/aggregate/hadamard_test.cpp
//
// The width is a power of two up to widest_rotation and divides the number of cells.
void hadamard_rows(std::span<std::int32_t> cells, std::size_t width);
void hadamard_rows(std::span<std::int64_t> cells, std::size_t width);

// PROMISE  Every row x of `columns` cells becomes H D x in a row of padded_width(columns): D negates cell j
//          where bit j % 64 of sign_bits[j / 64] is set; the padding is zero. Exact when rotation_fits_*.
// WHY      Negation modulo 2^32 (2^64) is exact for |x| <= bound; then as above.
// CHECKED  tests/aggregate/hadamard_test.cpp
void rotate_rows(std::span<const std::int32_t> cells, std::size_t columns,
                 std::span<const std::uint64_t> sign_bits, std::span<std::int32_t> rotated);
void rotate_rows(std::span<const std::int64_t> cells, std::size_t columns,
                 std::span<const std::uint64_t> sign_bits, std::span<std::int64_t> rotated);

} // namespace poise::internal
