// Conversions between machine words and big numbers.
#include "poise/base/exact.h"

namespace poise::internal {

static_assert(sizeof(std::uint64_t) == sizeof(unsigned long), "GMP's unsigned long must hold a word");

Integer to_integer(std::uint64_t value) { return Integer(static_cast<unsigned long>(value)); }

Integer to_integer(UInt128 value) {
  Integer result = to_integer(static_cast<std::uint64_t>(value >> 64));
  result <<= 64;
  result += to_integer(static_cast<std::uint64_t>(value));
  return result;
}

Integer to_integer(Int128 value) {
  if (value >= 0) return to_integer(static_cast<UInt128>(value));
  return -to_integer(UInt128{0} - static_cast<UInt128>(value));
}

UInt128 to_uint128(const Integer &value) {
  const Integer magnitude = abs(value);
  const Integer high = magnitude >> 64;
  const UInt128 bits = (static_cast<UInt128>(high.get_ui()) << 64) | magnitude.get_ui();
  return value < 0 ? UInt128{0} - bits : bits;
}

Int128 to_int128(const Integer &value) { return static_cast<Int128>(to_uint128(value)); }

bool fits_uint64(const Integer &value) { return value >= 0 && mpz_sizeinbase(value.get_mpz_t(), 2) <= 64; }

bool fits_uint128(const Integer &value) { return value >= 0 && mpz_sizeinbase(value.get_mpz_t(), 2) <= 128; }

bool fits_int128(const Integer &value) { return mpz_sizeinbase(value.get_mpz_t(), 2) <= 127; }

Integer integer_from_words(std::span<const std::uint64_t> words) {
  Integer result;
  mpz_import(result.get_mpz_t(), words.size(), 1, sizeof(std::uint64_t), 0, 0, words.data());
  return result;
}

Rational ratio(const Integer &numerator, const Integer &denominator) {
  Rational result(numerator, denominator);
  result.canonicalize();
  return result;
}

Integer floor(const Rational &value) {
  Integer result;
  mpz_fdiv_q(result.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return result;
}

Integer ceil(const Rational &value) {
  Integer result;
  mpz_cdiv_q(result.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return result;
}

Integer isqrt(const Integer &value) { return sqrt(value); }

Integer power_of_two(unsigned exponent) { return Integer(1) << exponent; }

Rational times_power_of_two(const Rational &value, long exponent) {
  Rational result;
  if (exponent >= 0)
    mpq_mul_2exp(result.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  else
    mpq_div_2exp(result.get_mpq_t(), value.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  return result;
}

std::string to_string(Int128 value) { return to_integer(value).get_str(); }

} // namespace poise::internal
