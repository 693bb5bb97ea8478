// Reading and writing exact numbers.
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace poise::internal {
namespace {

constexpr std::size_t most_digits = 40;
constexpr std::size_t longest_quote = 40;
constexpr int largest_exponent = 9999;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

Integer power_of_ten(unsigned long exponent) {
  Integer result;
  mpz_ui_pow_ui(result.get_mpz_t(), 10, exponent);
  return result;
}

// A view of the text that is eaten from the front.
class Reader {
public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool done() const { return rest_.empty(); }

  bool eat(char expected) {
    if (rest_.empty() || rest_.front() != expected) return false;
    rest_.remove_prefix(1);
    return true;
  }

  bool eat_sign() { // true for minus
    if (eat('-')) return true;
    eat('+');
    return false;
  }

  std::string_view digits() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_digit);
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(taken.size());
    return taken;
  }

private:
  std::string_view rest_;
};

Integer whole_number(std::string_view digits) { return Integer(std::string(digits), 10); }

// The digits of an exponent, held at its limit so that no length of text overflows an int.
int exponent_of(std::string_view digits) {
  int result = 0;
  for (const char digit : digits) result = std::min(largest_exponent, result * 10 + (digit - '0'));
  return result;
}

std::optional<Rational> read_fraction(std::string_view numerator, Reader &reader) {
  const std::string_view denominator = reader.digits();
  if (numerator.empty() || denominator.empty() || !reader.done()) return std::nullopt;
  const Integer divisor = whole_number(denominator);
  if (divisor == 0) return std::nullopt;
  return ratio(whole_number(numerator), divisor);
}

std::optional<Rational> read_unsigned(Reader &reader) {
  const std::string_view whole = reader.digits();
  if (reader.eat('/')) return read_fraction(whole, reader);
  const std::string_view places = reader.eat('.') ? reader.digits() : std::string_view{};
  if (whole.empty() && places.empty()) return std::nullopt;
  long exponent = 0;
  if (reader.eat('e') || reader.eat('E')) {
    const bool negative = reader.eat_sign();
    const std::string_view digits = reader.digits();
    if (digits.empty()) return std::nullopt;
    exponent = negative ? -exponent_of(digits) : exponent_of(digits);
  }
  if (!reader.done()) return std::nullopt;
  const Integer mantissa = whole_number(std::string(whole) + std::string(places));
  exponent -= static_cast<long>(places.size());
  const Integer power = power_of_ten(static_cast<unsigned long>(std::abs(exponent)));
  return exponent < 0 ? ratio(mantissa, power) : Rational(mantissa * power);
}

// How often a prime divides the number; the number is left without it.
unsigned long divide_out(Integer &number, unsigned long prime) {
  return mpz_remove(number.get_mpz_t(), number.get_mpz_t(), Integer(prime).get_mpz_t());
}

// "0.00125" from 125 and 5 places; numbers with many leading zeros read better as "1.25e-9".
std::string decimal(const std::string &digits, std::size_t places) {
  if (places == 0) return digits;
  if (digits.size() > places)
    return fmt::format("{}.{}", digits.substr(0, digits.size() - places),
                       digits.substr(digits.size() - places));
  const std::size_t leading_zeros = places - digits.size();
  if (leading_zeros <= 3) return fmt::format("0.{}{}", std::string(leading_zeros, '0'), digits);
  const std::string_view point = digits.size() > 1 ? "." : "";
  return fmt::format("{}{}{}e-{}", digits[0], point, digits.substr(1), leading_zeros + 1);
}

} // namespace

std::optional<Rational> read_exact(std::string_view text) {
  if (text.size() > longest_number_text) return std::nullopt;
  Reader reader(text);
  const bool negative = reader.eat_sign();
  std::optional<Rational> value = read_unsigned(reader);
  if (value && negative) *value = -*value;
  return value;
}

std::string exact_text(const Rational &value) {
  const std::string sign = value < 0 ? "-" : "";
  const Rational magnitude = abs(value);
  const std::string fraction = sign + magnitude.get_str();
  Integer rest = magnitude.get_den();
  const unsigned long places = std::max(divide_out(rest, 2), divide_out(rest, 5));
  if (rest != 1 || places > 10 * most_digits) return fraction;
  const Rational shifted = magnitude * power_of_ten(places);
  const std::string digits = shifted.get_num().get_str();
  return digits.size() > most_digits ? fraction : sign + decimal(digits, places);
}

std::string shorten(std::string_view text) {
  if (text.size() <= longest_quote) return std::string(text);
  return std::string(text.substr(0, longest_quote)) + "...";
}

std::string quote(std::string_view text) {
  std::string result = "\"";
  for (const char c : text.substr(0, longest_quote)) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      result += {'\\', c};
    else if (code < 0x20 || code >= 0x7f || c == '`') // backticks are for parameters
      result += fmt::format("\\x{:02x}", code);
    else
      result += c;
  }
  return result + (text.size() > longest_quote ? "...\"" : "\"");
}

} // namespace poise::internal
