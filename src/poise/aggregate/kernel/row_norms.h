// The l1-norm or squared l2-norm of every row of a block, exactly.
#pragma once

#include "poise/aggregate/kernel/uint192.h"

#include <cstddef>
#include <optional>
#include <span>

namespace poise::internal {

enum class Norm { l1, l2 };

// PROMISE  norms[i] is the sum of |x| (l1) or of x^2 (l2) over the cells x of row i, exactly.
// WHY      |x| <= 2^63 and a row has at most 2^32 cells, so the sums stay below 2^96 and 2^159.
//          32-bit cells: two squares are at most 2^63 together; their halves of 32 bits are summed apart in
//          lanes of 64 bits, which at most 2^32 of them cannot fill. 64-bit cells: row_norms_64.h.
// CHECKED  tests/aggregate/row_norms_test.cpp
//
// Cells are whole rows of `columns` cells, at most 2^32; one norm a row.
void row_norms(Norm norm, std::span<const std::int32_t> cells, std::size_t columns, std::span<UInt192> norms);
void row_norms(Norm norm, std::span<const std::int64_t> cells, std::size_t columns, std::span<UInt192> norms);

struct RowNorm {
  std::size_t row = 0;
  std::uint64_t norm = 0;

  friend bool operator==(const RowNorm &, const RowNorm &) = default;
};

// PROMISE  `found` begins with the rows whose norm exceeds the limit, in their order, each with its norm,
//          exactly, and the result says how many they are; or it is empty when some norm might not fit 64
//          bits, and row_norms has to do. The rest of `found` is unspecified.
// WHY      A number is given only where columns * m^2 < 2^64 (columns * m for l1) for an m that no magnitude
//          exceeds, so that sums of 64 bits do not wrap.
// CHECKED  tests/aggregate/row_norms_test.cpp
//
// Cells are whole rows of `columns` cells, at most 2^32; `found` has room for every row.
std::optional<std::size_t> find_rows_beyond(Norm norm, std::span<const std::int32_t> cells,
                                            std::size_t columns, std::uint64_t limit,
                                            std::span<RowNorm> found);

} // namespace poise::internal
