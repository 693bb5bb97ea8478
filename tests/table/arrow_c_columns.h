// Small numbers and words, written as any format of Arrow's C interface would have them.
#pragma once

#include "table/any_number_cells.h"
#include "table/arrow_c_arrays.h"

#include <cmath>

namespace poise::internal {

using Small = std::vector<std::optional<int>>; // cells from 0 to 99, and missing ones

inline std::uint16_t half_of(int number) {
  if (number == 0) return 0;
  const int exponent = std::ilogb(number);
  const double fraction = std::ldexp(number, -exponent) - 1;
  return static_cast<std::uint16_t>((exponent + 15) << 10 | static_cast<int>(fraction * 1024));
}

// The word that stands for a number, short or long.
inline std::string word_of(int number) {
  return number % 2 == 0 ? std::to_string(number) : "the person with number " + std::to_string(number);
}

inline const std::vector<std::pair<std::string, NumberType>> &number_formats() {
  using T = NumberType;
  static const std::vector<std::pair<std::string, NumberType>> all = {
      {"c", T::i1},   {"C", T::u1},       {"s", T::i2},   {"S", T::u2},  {"i", T::i4},
      {"I", T::u4},   {"l", T::i8},       {"L", T::u8},   {"f", T::f4},  {"g", T::f8},
      {"tdD", T::i4}, {"tsu:UTC", T::i8}, {"tDn", T::i8}, {"tts", T::i4}};
  return all;
}

inline Bytes decimals_of(const std::vector<int> &numbers, std::size_t size) {
  Bytes bytes;
  for (const int number : numbers) {
    append(bytes, std::int32_t{100 * number}); // never below zero, so that zeros may follow
    bytes.resize(bytes.size() + size - sizeof(std::int32_t));
  }
  return bytes;
}

template <class Offset> std::vector<std::optional<Bytes>> words_of(const std::vector<int> &numbers) {
  Bytes offsets, words;
  append(offsets, Offset{0});
  for (const int number : numbers) {
    for (const char c : word_of(number)) append(words, c);
    append(offsets, static_cast<Offset>(words.size()));
  }
  return {offsets, words};
}

inline std::vector<std::optional<Bytes>> views_of(const std::vector<int> &numbers) {
  Bytes views, first, second, sizes;
  for (const int number : numbers) {
    const std::string word = word_of(number);
    append(views, static_cast<std::int32_t>(word.size()));
    if (word.size() <= 12) {
      for (const char c : word) append(views, c);
      views.resize(views.size() + 12 - word.size());
      continue;
    }
    Bytes &buffer = number % 3 == 0 ? first : second;
    for (std::size_t i = 0; i < 4; ++i) append(views, word[i]);
    append(views, std::int32_t{number % 3 == 0 ? 0 : 1});
    append(views, static_cast<std::int32_t>(buffer.size()));
    for (const char c : word) append(buffer, c);
  }
  append(sizes, static_cast<std::int64_t>(first.size()));
  append(sizes, static_cast<std::int64_t>(second.size()));
  return {views, first, second, sizes};
}

// The buffers behind the bitmap; cells that are missing are 77.
inline std::vector<std::optional<Bytes>> buffers_of(const std::string &format,
                                                    const std::vector<int> &numbers) {
  for (const auto &[name, type] : number_formats())
    if (format == name) {
      const auto bytes = encoded(type, numbers);
      const auto *start = reinterpret_cast<const std::uint8_t *>(bytes.data());
      return {Bytes(start, start + bytes.size())};
    }
  Bytes bytes;
  if (format == "b") {
    for (std::size_t i = 0; i < numbers.size(); ++i) set_bit(bytes, i, numbers[i] % 2 != 0);
  } else if (format == "e") {
    for (const int number : numbers) append(bytes, half_of(number));
  } else if (format == "w:1") {
    for (const int number : numbers) append(bytes, static_cast<std::uint8_t>(number));
  } else if (format.starts_with("d:")) {
    const std::size_t size = format.ends_with(",32")    ? 4
                             : format.ends_with(",64")  ? 8
                             : format.ends_with(",256") ? 32
                                                        : 16;
    bytes = decimals_of(numbers, size);
  } else if (format == "u" || format == "z") {
    return words_of<std::int32_t>(numbers);
  } else if (format == "U" || format == "Z") {
    return words_of<std::int64_t>(numbers);
  } else if (format == "vu" || format == "vz") {
    return views_of(numbers);
  }
  return {bytes};
}

// The cells of an array behind `before` others that are not its own.
inline ArrowArray array_of(const std::string &format, const Small &cells, std::size_t before,
                           const Alive &alive, std::optional<ArrowArray> dictionary = std::nullopt) {
  Recipe recipe{.length = static_cast<std::int64_t>(cells.size()),
                .offset = static_cast<std::int64_t>(before),
                .dictionary = dictionary};
  if (format == "n") {
    recipe.null_count = recipe.length;
    return MadeArray::of(std::move(recipe), alive);
  }
  std::vector<int> numbers(before, 33);
  Bytes present;
  bool all = true;
  for (std::size_t i = 0; i < before; ++i) set_bit(present, i, i % 2 == 0);
  for (const auto &cell : cells) {
    set_bit(present, numbers.size(), cell.has_value());
    all = all && cell;
    numbers.push_back(cell.value_or(77));
  }
  recipe.buffers = buffers_of(format, numbers);
  recipe.buffers.insert(recipe.buffers.begin(), all ? std::optional<Bytes>() : present);
  return MadeArray::of(std::move(recipe), alive);
}

// A batch of columns behind `before` rows that are not its own, some of its rows missing altogether.
inline ArrowArray batch_of(std::vector<ArrowArray> columns, const std::vector<bool> &rows, std::size_t before,
                           const Alive &alive) {
  Bytes present;
  bool all = true;
  for (std::size_t i = 0; i < before; ++i) set_bit(present, i, false);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    set_bit(present, before + row, rows[row]);
    all = all && rows[row];
  }
  Recipe recipe{.length = static_cast<std::int64_t>(rows.size()),
                .offset = static_cast<std::int64_t>(before),
                .buffers = {all ? std::optional<Bytes>() : present},
                .children = std::move(columns)};
  return MadeArray::of(std::move(recipe), alive);
}

} // namespace poise::internal
