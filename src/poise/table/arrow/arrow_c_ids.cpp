// An id is the bytes of the value.
#include "poise/table/arrow/arrow_c_ids.h"

#include "poise/table/arrow/arrow_c_words.h"
#include "poise/table/load.h"

#include <type_traits>

namespace poise::internal {
namespace {

using Kind = ArrowFormat::Kind;

// As NumberId does for the larger floats.
std::optional<std::uint16_t> half_id(std::uint16_t bits) {
  constexpr int without_sign = 0x7FFF, infinity = 0x7C00;
  if ((bits & without_sign) > infinity) return std::nullopt;
  return (bits & without_sign) == 0 ? std::uint16_t{0} : bits;
}

void write(RowId from, std::optional<std::string> &id) {
  if (from)
    id.emplace(*from);
  else
    id.reset();
}

// Writes the id of a row over another; false when the row makes no sense.
bool write_id(const ArrowCells &cells, std::size_t row, std::optional<std::string> &id) {
  id.reset();
  if (cells.missing(row)) return true;
  const std::size_t place = cells.first + row, size = cells.format.size;
  std::optional<std::string_view> word;
  switch (cells.format.kind) {
  case Kind::number:
  case Kind::time:
    dispatch_type(cells.format.number, [&](auto zero) {
      using T = decltype(zero);
      write(NumberId(load<T>(cells.buffer(1) + place * sizeof(T))).id(), id);
    });
    return true;
  case Kind::boolean:
    id = cells.buffer(1)[place / 8] >> (place % 8) & 1 ? "1" : "0";
    return true;
  case Kind::half:
    if (const auto half = half_id(load<std::uint16_t>(cells.buffer(1) + 2 * place)))
      write(NumberId(*half).id(), id);
    return true;
  case Kind::decimal:
  case Kind::fixed:
    word = size == 0 ? std::string_view()
                     : std::string_view(reinterpret_cast<const char *>(cells.buffer(1) + place * size), size);
    break;
  case Kind::words:
  case Kind::long_words:
  case Kind::views:
    word = arrow_word(cells, place);
    break;
  default:
    return false;
  }
  if (word) write(cells.format.text ? text_id(*word) : RowId(word), id);
  return word.has_value();
}

// The place in a dictionary; nothing when it is below zero, or no whole number.
std::optional<std::size_t> entry_at(const ArrowCells &cells, std::size_t row) {
  if (cells.format.kind != Kind::number) return std::nullopt;
  return dispatch_type(cells.format.number, [&](auto zero) -> std::optional<std::size_t> {
    using T = decltype(zero);
    if constexpr (std::is_floating_point_v<T>) {
      return std::nullopt;
    } else {
      const T entry = load<T>(cells.buffer(1) + (cells.first + row) * sizeof(T));
      if (std::cmp_less(entry, 0)) return std::nullopt;
      return static_cast<std::size_t>(entry);
    }
  });
}

} // namespace

std::optional<Error> each_arrow_id(const ArrowCells &ids, const std::optional<ArrowFormat> &entries,
                                   const std::string &source, const std::function<void(RowId)> &take) {
  const Error broken = arrow_fault(source, "a column of words points outside of them");
  std::optional<std::string> id;
  if (!entries) {
    for (std::size_t row = 0; row < ids.rows; ++row) {
      if (!write_id(ids, row, id)) return broken;
      take(id);
    }
    return std::nullopt;
  }
  const auto dictionary = open_arrow_array(ids.array->dictionary, *entries, source);
  if (!dictionary) return dictionary.error();
  for (std::size_t row = 0; row < ids.rows; ++row) {
    id.reset();
    if (!ids.missing(row)) {
      const auto entry = entry_at(ids, row);
      if (!entry || *entry >= dictionary->rows || !write_id(*dictionary, *entry, id)) return broken;
    }
    take(id);
  }
  return std::nullopt;
}

} // namespace poise::internal
