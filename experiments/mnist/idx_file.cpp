// The header: two zero bytes, the type of a cell, the number of dimensions, then each of them in four
// bytes, most significant first.
#include "experiments/mnist/idx_file.h"

#include <array>
#include <cerrno>
#include <fstream>
#include <optional>
#include <string>
#include <system_error>

namespace poise::internal::experiments {
namespace {

constexpr std::uint8_t unsigned_byte = 0x08; // the type of a cell

Error bad_file(const std::filesystem::path &path, const std::string &problem) {
  return bad_input(path.string() + ": " + problem,
                   "get the file again, uncompressed, from where it was published");
}

Error cannot_read(const std::filesystem::path &path, const std::string &reason) {
  return bad_input("cannot read " + path.string() + ": " + reason,
                   "name a file that is there and that you may read");
}

bool read_into(std::istream &file, std::uint8_t *bytes, std::size_t count) {
  return static_cast<bool>(file.read(reinterpret_cast<char *>(bytes), static_cast<std::streamsize>(count)));
}

std::size_t from_big_endian(const std::array<std::uint8_t, 4> &bytes) {
  std::size_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

// How many cells, unless they are more than so many.
std::optional<std::size_t> product_up_to(const std::vector<std::size_t> &dimensions, std::size_t most) {
  std::size_t product = 1;
  for (const std::size_t dimension : dimensions) {
    if (dimension > most / product) return std::nullopt; // the product is at least 1: no dimension is 0
    product *= dimension;
  }
  return product;
}

// Leaves the file at its first cell.
Result<std::vector<std::size_t>> read_dimensions(std::istream &file, const std::filesystem::path &path) {
  std::array<std::uint8_t, 4> word{};
  if (!read_into(file, word.data(), word.size())) return bad_file(path, "too short for an IDX file");
  const auto [zero, other_zero, type, rank] = word;
  if (zero != 0 || other_zero != 0)
    return bad_file(path, "not an IDX file: it does not begin with two zero bytes");
  if (type != unsigned_byte) return bad_file(path, "holds something else than unsigned bytes (type 8)");
  if (rank == 0) return bad_file(path, "has no dimensions");
  std::vector<std::size_t> dimensions;
  for (unsigned i = 0; i < rank; ++i) {
    if (!read_into(file, word.data(), word.size())) return bad_file(path, "ends within its header");
    dimensions.push_back(from_big_endian(word));
    if (dimensions.back() == 0) return bad_file(path, "a dimension is 0, so there is nothing in it");
  }
  return dimensions;
}

} // namespace

Result<IdxFile> read_idx_file(const std::filesystem::path &path) {
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(path, failed);
  if (failed) return cannot_read(path, failed.message());
  if (!regular) return cannot_read(path, "not a file");
  const std::uintmax_t length = std::filesystem::file_size(path, failed);
  if (failed) return cannot_read(path, failed.message());
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) return cannot_read(path, std::generic_category().message(errno));

  Result<std::vector<std::size_t>> dimensions = read_dimensions(file, path);
  if (!dimensions) return dimensions.error();
  if (length < 4 * (1 + dimensions->size())) return cannot_read(path, "it changed while it was read");
  const std::size_t cells_in_file = length - 4 * (1 + dimensions->size());
  const std::optional<std::size_t> cells = product_up_to(*dimensions, cells_in_file);
  if (!cells) return bad_file(path, "shorter than its header says");
  if (*cells != cells_in_file) return bad_file(path, "longer than its header says");

  IdxFile idx{std::move(*dimensions), std::vector<std::uint8_t>(*cells)};
  if (!read_into(file, idx.bytes.data(), idx.bytes.size()))
    return cannot_read(path, "it changed while it was read");
  return idx;
}

} // namespace poise::internal::experiments
