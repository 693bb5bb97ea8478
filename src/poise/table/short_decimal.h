// Plain numbers of a few digits, as most are in tables, read where they stand.
#pragma once

#include <cstddef>
#include <cstdint>

namespace poise::internal {

// Reads `-digits.digits`, the sign and the point with its digits being optional, from
// the front of [at, end). Returns where it ends, or nullptr where there is none of at
// most 15 digits. Whole number and power of ten are then exact doubles, so the one
// division rounds correctly, as std::from_chars does.
inline const char *read_short_decimal(const char *at, const char *end, double &value) {
  static constexpr double tens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6, 1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14};
  static constexpr double signs[] = {1, -1}; // a table, since nobody can predict the sign
  constexpr std::ptrdiff_t most_digits = 15;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };

  const bool negative = at != end && *at == '-';
  at += negative;
  const char *const limit = end - at > most_digits + 1 ? at + most_digits + 1 : end;
  const char *const start = at;
  std::int64_t whole = 0;
  for (; at != limit && is_digit(*at); ++at) whole = whole * 10 + (*at - '0');
  std::ptrdiff_t digits = at - start, decimals = 0;
  if (digits == 0 || digits > most_digits) return nullptr;
  if (at != end && *at == '.') {
    const char *const point = at++;
    for (; at != limit && is_digit(*at); ++at) whole = whole * 10 + (*at - '0');
    decimals = at - point - 1;
    if (decimals == 0) return nullptr;
    digits += decimals;
  }
  if (digits > most_digits || (at != end && is_digit(*at))) return nullptr;
  value = static_cast<double>(whole) / tens[decimals] * signs[negative];
  return at;
}

} // namespace poise::internal
