// How much of a file that is not kept is in memory at a time.
#pragma once

#include <cstddef>

namespace poise::internal {

// Bytes, about: a row is never cut. Nothing but time and memory depends on the first two.
struct StreamSizes {
  std::size_t window = std::size_t{8} << 20;   // of text
  std::size_t chunk = std::size_t{8} << 20;    // of cells
  std::size_t record = std::size_t{256} << 20; // of text that may belong to one row
};

// Rows of so many bytes that make a chunk.
inline std::size_t rows_of_chunk(const StreamSizes &sizes, std::size_t row_bytes) {
  return sizes.chunk < row_bytes ? 1 : sizes.chunk / row_bytes;
}

} // namespace poise::internal
