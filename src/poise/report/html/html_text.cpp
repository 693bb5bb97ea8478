// Escaping reads UTF-8 strictly; numbers are grouped by thousands and keep a true minus sign.
#include "poise/report/html/html_text.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace poise::internal::html {
namespace {

constexpr char32_t replacement = 0xFFFD;
constexpr std::size_t longest_name = 80, name_end = 16;

// How many bytes a character takes that starts with this one, and the smallest it may then stand for.
struct Lead {
  std::size_t length;
  char32_t bits, least;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {1, byte, 0};
  if (byte >= 0xC2 && byte < 0xE0) return {2, byte & 0x1FU, 0x80};
  if (byte >= 0xE0 && byte < 0xF0) return {3, byte & 0x0FU, 0x800};
  if (byte >= 0xF0 && byte < 0xF5) return {4, byte & 0x07U, 0x10000};
  return {1, replacement, 0};
}

// Line ends would break a title, other controls a page; marks of direction would reorder what follows.
char32_t harmless(char32_t c) {
  if (c == '\t' || c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029) return ' ';
  const bool control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
  const bool no_character = (c & 0xFFFEU) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
  return control || turns || no_character ? replacement : c;
}

std::vector<char32_t> characters(std::string_view bytes) {
  std::vector<char32_t> result;
  for (std::size_t at = 0; at < bytes.size();) {
    const Lead lead = lead_of(static_cast<unsigned char>(bytes[at]));
    char32_t value = lead.bits;
    std::size_t used = 1;
    for (; used < lead.length && at + used < bytes.size(); ++used) {
      const auto next = static_cast<unsigned char>(bytes[at + used]);
      if ((next & 0xC0U) != 0x80) break;
      value = (value << 6U) | (next & 0x3FU);
    }
    const bool whole_one = used == lead.length;
    const bool fits = value >= lead.least && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    result.push_back(whole_one && fits ? harmless(value) : replacement);
    at += used;
  }
  return result;
}

void put(std::string &text, char32_t c) {
  const auto byte = [&](char32_t value) { text.push_back(static_cast<char>(value)); };
  if (c == '&')
    text += "&amp;";
  else if (c == '<')
    text += "&lt;";
  else if (c == '>')
    text += "&gt;";
  else if (c == '"')
    text += "&quot;";
  else if (c == '\'')
    text += "&#39;";
  else if (c < 0x80)
    byte(c);
  else if (c < 0x800) {
    byte(0xC0U | (c >> 6U));
    byte(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    byte(0xE0U | (c >> 12U));
    byte(0x80U | ((c >> 6U) & 0x3FU));
    byte(0x80U | (c & 0x3FU));
  } else {
    byte(0xF0U | (c >> 18U));
    byte(0x80U | ((c >> 12U) & 0x3FU));
    byte(0x80U | ((c >> 6U) & 0x3FU));
    byte(0x80U | (c & 0x3FU));
  }
}

// Commas between thousands of a plain decimal, from 10,000 on.
std::string grouped(std::string text) {
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  std::size_t end = start;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  if (end - start >= 5)
    for (std::size_t at = end; at > start + 3;) text.insert(at -= 3, ",");
  return start == 1 ? "−" + text.substr(1) : text;
}

// "1.5e+07" is written 1.5e7.
std::string scientific(std::string text) {
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return grouped(std::move(text));
  const std::string sign = text[e + 1] == '-' ? "−" : "";
  const std::size_t digits = std::min(text.find_first_not_of("+-0", e + 1), text.size() - 1);
  const std::string mantissa = text.substr(0, e);
  return (mantissa.starts_with('-') ? "−" + mantissa.substr(1) : mantissa) + "e" + sign + text.substr(digits);
}

} // namespace

std::string escaped(std::string_view bytes) {
  std::string text;
  for (const char32_t c : characters(bytes)) put(text, c);
  return text;
}

std::string name(std::string_view bytes) {
  const std::vector<char32_t> all = characters(bytes);
  if (all.size() <= longest_name) return "<bdi>" + (all.empty() ? "(no name)" : escaped(bytes)) + "</bdi>";
  std::string shown;
  for (std::size_t i = 0; i < longest_name - name_end - 1; ++i) put(shown, all[i]);
  shown += "…";
  for (std::size_t i = all.size() - name_end; i < all.size(); ++i) put(shown, all[i]);
  return fmt::format("<bdi title=\"{}\">{}</bdi>", escaped(bytes), shown);
}

std::string six_digits(double value) {
  if (!std::isfinite(value)) return "—";
  if (std::abs(value) >= 1e6 && std::abs(value) < 1e15) return grouped(fmt::format("{:.0f}", value));
  return scientific(fmt::format("{:.6g}", value));
}

std::string number(double value, double noise) {
  if (!std::isfinite(value)) return "—";
  if (!(noise > 0) || !std::isfinite(noise)) return six_digits(value);
  const int decimals = 1 - static_cast<int>(std::floor(std::log10(noise)));
  if (decimals > 9 || std::abs(value) >= 1e15 || noise >= 1e15)
    return scientific(fmt::format("{:.4g}", value));
  std::string text = fmt::format("{:.{}f}", value, std::max(0, decimals));
  if (text.find_first_not_of("-0.") == std::string::npos && text.starts_with('-')) text.erase(0, 1);
  return grouped(std::move(text));
}

std::string whole(std::size_t value) { return grouped(fmt::format("{}", value)); }

std::string percent(double share) {
  const double hundredths = 100 * share;
  if (hundredths >= 10 || hundredths == 0) return fmt::format("{:.3g} %", hundredths);
  return fmt::format("{:.2g} %", hundredths);
}

std::string rounded_up(double value) {
  if (!(value > 0) || !std::isfinite(value)) return six_digits(value);
  const double step = std::pow(10, std::floor(std::log10(value)) - 2);
  // The text is of a double and so may be a hair below it: the next one is not.
  const double up = std::ceil(value / step * (1 + 1e-12)) * step;
  return scientific(fmt::format("{:.3g}", up));
}

std::string amount(const Rational &amount) {
  const std::string text = exact_text(amount);
  return text.size() <= 10 ? text : six_digits(nearest_double(amount));
}

std::string exact(const Rational &amount) { return escaped(exact_text(amount)); }

std::string carries(double value, std::string_view path) {
  return std::isfinite(value) ? fmt::format(" data-value=\"{}\" data-path=\"{}\"", value, path) : "";
}
std::string carries_whole(std::size_t value, std::string_view path) {
  return fmt::format(" data-value=\"{}\" data-path=\"{}\"", value, path);
}
std::string carries(const Rational &amount, std::string_view path) {
  return fmt::format(" data-value=\"{}\" data-path=\"{}\" data-exact=\"{}\"", nearest_double(amount), path,
                     exact_text(amount));
}
std::string derived(double value) { return fmt::format(" data-derived=\"{}\"", value); }
std::string derived(const Rational &amount) {
  return fmt::format(" data-derived=\"{}\" data-exact=\"{}\"", nearest_double(amount), exact_text(amount));
}

std::string letter(std::string_view unit) {
  if (unit == "rho") return "ρ";
  if (unit == "epsilon") return "ε";
  return escaped(unit);
}

std::string statistic_in_words(std::string_view statistic) {
  if (statistic == "iqr") return "interquartile range";
  if (statistic == "quantile") return "quantiles";
  return escaped(statistic);
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("<span{}>{}</span> {}{}", derived(static_cast<double>(count)), whole(count), noun,
                     count == 1 ? "" : "s");
}

} // namespace poise::internal::html
