// Numbers through std::from_chars, which knows no locale.
#include "poise/table/cell.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool same_word(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != lower_case[i]) return false;
  }
  return true;
}

// Of text without spaces around it, and but for what from_chars calls no number.
bool is_word_for_missing(std::string_view text) {
  if (text.empty()) return true;
  if (text.size() > 4) return false;
  for (const std::string_view word : {"na", "n/a", "null", "none", "-"})
    if (same_word(text, word)) return true;
  return false;
}

Cell read_word(std::string_view text) {
  if (same_word(text, "true")) return {CellKind::number, 1};
  if (same_word(text, "false")) return {CellKind::number, 0};
  return {CellKind::word, nan};
}

// A number from_chars found too large or too small for a double: infinite or zero,
// by where its first digit other than 0 stands.
double out_of_range(std::string_view text) {
  const bool negative = text.front() == '-';
  if (negative) text.remove_prefix(1);
  const std::size_t e = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, e);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return 0;
  bool large = first < point;
  if (e != std::string_view::npos) {
    const bool minus = e + 1 < text.size() && text[e + 1] == '-';
    const std::size_t exponent_at = text.find_first_of("123456789", e);
    if (exponent_at != std::string_view::npos) {
      long exponent = 0;
      const auto end = text.data() + text.size();
      if (std::from_chars(text.data() + exponent_at, end, exponent).ec != std::errc{})
        exponent = std::numeric_limits<long>::max() / 2; // outweighs any place of the point
      const long place = static_cast<long>(point) - static_cast<long>(first);
      large = (minus ? -exponent : exponent) + place > 0;
    }
  }
  const double magnitude = large ? std::numeric_limits<double>::infinity() : 0.0;
  return negative ? -magnitude : magnitude;
}

} // namespace

Cell read_cell(std::string_view text) {
  text = trimmed(text);
  if (is_word_for_missing(text)) return {CellKind::missing, nan};
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure == std::errc::invalid_argument || end != text.data() + text.size()) return read_word(text);
  if (failure == std::errc::result_out_of_range) value = out_of_range(text);
  if (std::isnan(value)) return {CellKind::missing, nan};
  return {CellKind::number, value};
}

} // namespace poise::internal
