// An unsigned number of 192 bits: wide enough for the squared norm of any row.
#pragma once

#include "poise/base/exact.h"

#include <bit>
#include <compare>

namespace poise::internal {

// The more significant part comes first, so that the members compare as the number does.
struct UInt192 {
  std::uint64_t high = 0;
  UInt128 low = 0;

  // Modulo 2^192.
  void add(UInt128 term) {
    low += term;
    high += low < term ? 1 : 0;
  }
  void subtract(const UInt192 &other) {
    const std::uint64_t borrow = low < other.low ? 1 : 0;
    low -= other.low;
    high -= other.high + borrow;
  }

  int bit_length() const {
    const auto middle = static_cast<std::uint64_t>(low >> 64);
    if (high != 0) return 192 - std::countl_zero(high);
    if (middle != 0) return 128 - std::countl_zero(middle);
    return 64 - std::countl_zero(static_cast<std::uint64_t>(low));
  }

  friend bool operator==(const UInt192 &, const UInt192 &) = default;
  friend std::strong_ordering operator<=>(const UInt192 &a, const UInt192 &b) {
    if (a.high != b.high) return a.high <=> b.high;
    return a.low == b.low  ? std::strong_ordering::equal
           : a.low < b.low ? std::strong_ordering::less
                           : std::strong_ordering::greater;
  }
};

inline Integer to_integer(const UInt192 &value) {
  return (to_integer(value.high) << 128) + to_integer(value.low);
}

// A number that is not negative; one of more than 192 bits becomes 2^192 - 1.
inline UInt192 saturated_uint192(const Integer &value) {
  const Integer top = value >> 128;
  if (!fits_uint64(top)) return {~std::uint64_t{0}, ~UInt128{0}};
  return {static_cast<std::uint64_t>(to_uint128(top)), to_uint128(value)};
}

} // namespace poise::internal
