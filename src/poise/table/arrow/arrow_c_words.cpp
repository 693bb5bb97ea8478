// By offsets of 32 or 64 bits, or by views.
#include "poise/table/arrow/arrow_c_words.h"

#include "poise/table/load.h"

#include <cstring>
#include <stdexcept>

namespace poise::internal {
namespace {

std::string_view chars(const std::uint8_t *at, std::size_t size) {
  if (size == 0) return {};
  return {reinterpret_cast<const char *>(at), size};
}

// The bytes of a word by its offsets; nothing when they make no sense.
template <class Offset> std::optional<std::string_view> word_at(const ArrowCells &cells, std::size_t place) {
  const std::uint8_t *offsets = cells.buffer(1) + place * sizeof(Offset);
  const auto from = load<Offset>(offsets), to = load<Offset>(offsets + sizeof(Offset));
  if (from < 0 || to < from) return std::nullopt;
  if (to > from && cells.buffer(2) == nullptr) return std::nullopt;
  return chars(to > from ? cells.buffer(2) + from : nullptr, static_cast<std::size_t>(to - from));
}

// Short words stand in the view; of others it tells the buffer and the place there.
std::optional<std::string_view> viewed_word_at(const ArrowCells &cells, std::size_t place) {
  constexpr std::size_t view_size = 16, before_word = 4, before_buffer = 8, before_start = 12;
  constexpr std::int32_t most_inside = 12;
  const std::uint8_t *view = cells.buffer(1) + place * view_size;
  const auto length = load<std::int32_t>(view);
  if (length < 0) return std::nullopt;
  if (length <= most_inside) return chars(view + before_word, static_cast<std::size_t>(length));
  const auto buffer = load<std::int32_t>(view + before_buffer);
  const auto start = load<std::int32_t>(view + before_start);
  const auto buffers = static_cast<std::size_t>(cells.array->n_buffers) - 3; // of bytes
  if (buffer < 0 || start < 0 || static_cast<std::size_t>(buffer) >= buffers) return std::nullopt;
  const std::uint8_t *sizes = cells.buffer(buffers + 2);
  const std::uint8_t *bytes = cells.buffer(static_cast<std::size_t>(buffer) + 2);
  const auto size = load<std::int64_t>(sizes + sizeof(std::int64_t) * static_cast<std::size_t>(buffer));
  if (bytes == nullptr || std::int64_t{start} + length > size) return std::nullopt;
  return chars(bytes + start, static_cast<std::size_t>(length));
}

} // namespace

std::optional<std::string_view> arrow_word(const ArrowCells &cells, std::size_t place) {
  switch (cells.format.kind) {
  case ArrowFormat::Kind::words:
    return word_at<std::int32_t>(cells, place);
  case ArrowFormat::Kind::long_words:
    return word_at<std::int64_t>(cells, place);
  case ArrowFormat::Kind::views:
    return viewed_word_at(cells, place);
  default:
    throw std::logic_error("poise: not a column of words");
  }
}

} // namespace poise::internal
