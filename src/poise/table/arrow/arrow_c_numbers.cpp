// One function a kind of cells.
#include "poise/table/arrow/arrow_c_numbers.h"

#include "poise/table/arrow/arrow_c_words.h"
#include "poise/table/arrow/decimal.h"
#include "poise/table/cell.h"
#include "poise/table/load.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace poise::internal {
namespace {

using Kind = ArrowFormat::Kind;
using Kept = std::vector<std::shared_ptr<const void>>;

double half_to_double(std::uint16_t bits) {
  constexpr int fraction_bits = 10, bias = 15, special = 31;
  const int exponent = bits >> fraction_bits & special;
  const int fraction = bits & ((1 << fraction_bits) - 1);
  double size = 0;
  if (exponent == special)
    size = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  else if (exponent == 0)
    size = std::ldexp(fraction, 1 - bias - fraction_bits);
  else
    size = std::ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
  return bits >> 15 ? -size : size;
}

// A cell a row; what stands where a cell is missing means nothing, and may be anything.
template <class T, class Read> Column copied(const ArrowCells &cells, Kept &kept, const Read &read) {
  const auto copy = std::make_shared<std::vector<T>>(cells.rows);
  for (std::size_t row = 0; row < cells.rows; ++row)
    if (!cells.missing(row)) (*copy)[row] = read(cells.first + row);
  kept.push_back(copy);
  return Column{static_cast<const T *>(copy->data())};
}

Column view(const ArrowCells &cells, Kept &kept) {
  const std::size_t size = size_of(cells.format.number);
  const auto copy = std::make_shared<std::vector<std::byte>>();
  const Column column = as_column(
      {cells.format.number, cells.buffer(1) + cells.first * size, static_cast<std::ptrdiff_t>(size)},
      cells.rows, *copy);
  if (!copy->empty()) kept.push_back(copy);
  return column;
}

// Each word as a cell; nothing when one of them points outside.
std::optional<Column> words_as_numbers(const ArrowCells &cells, Kept &kept) {
  bool good = true;
  const Column column = copied<double>(cells, kept, [&](std::size_t i) {
    const auto word = arrow_word(cells, i);
    good = good && word.has_value();
    return read_cell(word.value_or("")).value;
  });
  return good ? std::optional(column) : std::nullopt;
}

std::optional<Column> without_presence(const ArrowCells &cells, Kept &kept) {
  if (cells.format.text) return words_as_numbers(cells, kept);
  switch (cells.format.kind) {
  case Kind::number:
    return view(cells, kept);
  case Kind::boolean:
    return copied<std::uint8_t>(cells, kept, [bits = cells.buffer(1)](std::size_t i) {
      return static_cast<std::uint8_t>(bits[i / 8] >> (i % 8) & 1);
    });
  case Kind::half:
    return copied<double>(cells, kept, [halves = cells.buffer(1)](std::size_t i) {
      return half_to_double(load<std::uint16_t>(halves + 2 * i));
    });
  case Kind::decimal:
    return copied<double>(cells, kept, [&, decimals = cells.buffer(1)](std::size_t i) {
      return decimal_to_double(decimals + cells.format.size * i, cells.format.size, cells.format.scale);
    });
  case Kind::nulls:
    return copied<double>(cells, kept, [](std::size_t) { return std::numeric_limits<double>::quiet_NaN(); });
  default:
    throw std::logic_error("poise: not a column of numbers");
  }
}

// A row is there when both say so.
ArrowPresence both(const ArrowCells &cells, Kept &kept) {
  if (cells.outer.bits == nullptr) return cells.own;
  if (cells.own.bits == nullptr) return cells.outer;
  const auto bits = std::make_shared<std::vector<std::uint8_t>>((cells.rows + 7) / 8);
  for (std::size_t row = 0; row < cells.rows; ++row)
    if (!cells.missing(row)) (*bits)[row / 8] = static_cast<std::uint8_t>((*bits)[row / 8] | 1U << (row % 8));
  kept.push_back(bits);
  return {bits->data(), 0};
}

} // namespace

std::optional<Column> arrow_column(const ArrowCells &cells, Kept &kept) {
  auto column = without_presence(cells, kept);
  if (!column) return std::nullopt;
  const ArrowPresence presence = both(cells, kept);
  column->present = presence.bits;
  column->first_bit = presence.first;
  return column;
}

} // namespace poise::internal
