// IDX files of unsigned bytes, the format in which the MNIST images are published.
#pragma once

#include "poise/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace poise::internal::experiments {

// The last dimension runs fastest.
struct IdxFile {
  std::vector<std::size_t> dimensions; // each at least 1
  std::vector<std::uint8_t> bytes;     // as many as the product of the dimensions
};

// Takes a file only if its length is exactly what its header says; a header that lies about it costs no
// memory.
Result<IdxFile> read_idx_file(const std::filesystem::path &path);

} // namespace poise::internal::experiments
