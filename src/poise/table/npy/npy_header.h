// The header of a `.npy` file: what the cells are, and how many.
#pragma once

#include "poise/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace poise::internal {

enum class NpyType { f4, f8, i1, i2, i4, i8, u1, u2, u4 };

std::size_t size_of(NpyType type);

struct NpyHeader {
  NpyType type;
  bool fortran_order; // column by column
  std::size_t rows, columns;
  std::size_t data; // where the cells begin
};

// Versions 1 and 2 of the format, one or two dimensions; one dimension is one column.
// Booleans are bytes. What it says is true of the file: its cells, and nothing else,
// follow the header.
Result<NpyHeader> read_npy_header(std::string_view bytes, const std::string &source);

} // namespace poise::internal
