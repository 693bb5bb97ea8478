// Whose a row is: the bytes of an id, or nothing where the id is missing.
#pragma once

#include "poise/table/cell.h"

#include <cmath>
#include <optional>
#include <string_view>
#include <type_traits>

namespace poise::internal {

// Nothing where the id is missing, as cell.h says. Otherwise any bytes, the same only byte by byte.
using RowId = std::optional<std::string_view>;

// A text as an id, byte for byte.
inline RowId text_id(std::string_view text) { return means_missing(text) ? std::nullopt : RowId(text); }

// A number as an id: equal numbers have equal bytes, so -0 is 0; NaN is missing.
template <class T> class NumberId {
public:
  explicit NumberId(T number) : number_(number == 0 ? T{0} : number) {}

  RowId id() const {
    if constexpr (std::is_floating_point_v<T>)
      if (std::isnan(number_)) return std::nullopt;
    return std::string_view(reinterpret_cast<const char *>(&number_), sizeof(T));
  }

private:
  T number_;
};

} // namespace poise::internal
