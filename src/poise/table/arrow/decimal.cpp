// One division where that is exact, rational arithmetic elsewhere.
#include "poise/table/arrow/decimal.h"

#include "poise/base/nearest_double.h"
#include "poise/table/load.h"

#include <array>
#include <cmath>
#include <cstring>

namespace poise::internal {
namespace {

// The long way round.
double nearest(const Integer &whole, int scale) {
  Integer power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(scale)));
  return nearest_double(scale >= 0 ? ratio(whole, power) : Rational(whole * power));
}

// Where whole number and power of ten are exact doubles, one division is that.
double nearest(Int128 whole, int scale) {
  static constexpr std::array tens = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                      1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr Int128 exact = Int128{1} << 53;
  if (scale < 0 || static_cast<std::size_t>(scale) >= tens.size() || whole > exact || whole < -exact)
    return nearest(to_integer(whole), scale);
  return static_cast<double>(whole) / tens[static_cast<std::size_t>(scale)];
}

double nearest_of_wide(const std::uint8_t *at, int scale) {
  std::array<std::uint64_t, 4> words{}; // least significant first
  std::memcpy(words.data(), at, sizeof(words));
  const std::uint64_t sign = words[3] >> 63 ? ~std::uint64_t{0} : 0;
  if (words[3] == sign && words[2] == sign && (words[1] ^ sign) >> 63 == 0)
    return nearest(load<Int128>(at), scale);
  Integer whole = integer_from_words(std::array{words[3], words[2], words[1], words[0]});
  if (sign != 0) whole -= power_of_two(256);
  return nearest(whole, scale);
}

} // namespace

double decimal_to_double(const std::uint8_t *whole, std::size_t bytes, int scale) {
  switch (bytes) {
  case 4:
    return nearest(Int128{load<std::int32_t>(whole)}, scale);
  case 8:
    return nearest(Int128{load<std::int64_t>(whole)}, scale);
  case 16:
    return nearest(load<Int128>(whole), scale);
  default:
    return nearest_of_wide(whole, scale);
  }
}

} // namespace poise::internal
