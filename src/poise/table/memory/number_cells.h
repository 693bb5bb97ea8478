// Numbers that lie in memory, one after the other at a regular step: of any type, anywhere.
#pragma once

#include "poise/table/people_numbers.h"
#include "poise/table/rows.h"

#include <cstddef>
#include <cstring>
#include <optional>
#include <vector>

namespace poise::internal {

// As NumPy writes them: floats, whole numbers and those without a sign, with their bytes. A boolean
// that takes a byte is u1.
enum class NumberType { f8, f4, i8, i4, i2, i1, u8, u4, u2, u1 };

// Hands a zero of the type to `use`, and returns what that returns.
template <class Use> decltype(auto) dispatch_type(NumberType type, Use &&use) {
  switch (type) {
  case NumberType::f4:
    return use(float{});
  case NumberType::i8:
    return use(std::int64_t{});
  case NumberType::i4:
    return use(std::int32_t{});
  case NumberType::i2:
    return use(std::int16_t{});
  case NumberType::i1:
    return use(std::int8_t{});
  case NumberType::u8:
    return use(std::uint64_t{});
  case NumberType::u4:
    return use(std::uint32_t{});
  case NumberType::u2:
    return use(std::uint16_t{});
  case NumberType::u1:
    return use(std::uint8_t{});
  case NumberType::f8:
    break;
  }
  return use(double{});
}

std::size_t size_of(NumberType type);

// The first cell, and how many bytes further the next one lies: less than none in an array that is
// walked backwards, none where one cell stands for all. Cells need not be aligned.
struct NumberCells {
  NumberType type;
  const void *first;
  std::ptrdiff_t step;

  template <class T> T at(std::size_t row) const {
    T cell;
    std::memcpy(&cell, static_cast<const std::byte *>(first) + static_cast<std::ptrdiff_t>(row) * step,
                sizeof(T));
    return cell;
  }
};

// The cells as a column of a table; nothing when they have gaps or are not aligned.
std::optional<Column> as_column(const NumberCells &cells, std::size_t rows);

// The same, with a copy in `kept` where the cells cannot be used as they lie. The copy stays where it is
// when the vector is moved.
Column as_column(const NumberCells &cells, std::size_t rows, std::vector<std::byte> &kept);

// Whose each row is, by the number in it: -0 is 0. Without an id are NaN and the cells that a bitmap calls
// missing.
std::vector<std::uint64_t> whose_rows(const NumberCells &ids, std::size_t rows, PeopleNumbers &people,
                                      const std::uint8_t *present = nullptr, std::size_t first_bit = 0);

} // namespace poise::internal
