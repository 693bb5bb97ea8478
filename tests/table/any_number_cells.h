// Cells of any type for tests: small numbers that every type can hold, and what was put in.
#pragma once

#include "poise/table/memory/number_cells.h"

#include <optional>
#include <rapidcheck.h>
#include <vector>

namespace poise::internal {

inline NumberType any_number_type() {
  using Type = NumberType;
  return *rc::gen::element(Type::f8, Type::f4, Type::i8, Type::i4, Type::i2, Type::i1, Type::u8, Type::u4,
                           Type::u2, Type::u1);
}

inline std::vector<std::byte> encoded(NumberType type, const std::vector<int> &numbers) {
  std::vector<std::byte> bytes(numbers.size() * size_of(type));
  dispatch_type(type, [&](auto zero) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto cell = static_cast<decltype(zero)>(numbers[i]);
      std::memcpy(bytes.data() + i * sizeof(cell), &cell, sizeof(cell));
    }
  });
  return bytes;
}

inline std::vector<int> any_numbers(std::size_t count, int end = 100) {
  return *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(0, end));
}

// Whether an id is missing: nothing, or not a number, which is not even the same as itself.
template <class Id> bool is_no_id(const Id &id) { return !(id == id); }
template <class T> bool is_no_id(const std::optional<T> &id) { return !id || is_no_id(*id); }

// Numbers of people by what their ids are, in the order in which they are met. Whoever has none is a person
// alone.
template <class Id> std::vector<std::uint64_t> numbered(const std::vector<Id> &ids) {
  std::vector<Id> met;
  std::vector<std::uint64_t> people;
  for (const Id &id : ids) {
    std::size_t person = 0;
    while (person < met.size() && (is_no_id(id) || !(met[person] == id))) ++person;
    if (person == met.size()) met.push_back(id);
    people.push_back(person);
  }
  return people;
}

} // namespace poise::internal
