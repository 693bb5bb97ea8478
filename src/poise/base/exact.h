// Exact numbers: 128-bit integers for hot loops, big integers and rationals for budgets.
#pragma once

#include <cstdint>
#include <gmpxx.h>
#include <span>
#include <string>

namespace poise::internal {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

using Integer = mpz_class;
using Rational = mpq_class; // always kept in lowest terms

Integer to_integer(Int128 value);
Integer to_integer(UInt128 value);
Integer to_integer(std::uint64_t value);

// The value reduced modulo 2^128 (two's complement); ask fits_* first.
UInt128 to_uint128(const Integer &value);
Int128 to_int128(const Integer &value);
bool fits_uint64(const Integer &value);
bool fits_uint128(const Integer &value);
bool fits_int128(const Integer &value);

// Sixty-four-bit words, most significant first, read as one integer.
Integer integer_from_words(std::span<const std::uint64_t> words);

Rational ratio(const Integer &numerator, const Integer &denominator);

Integer floor(const Rational &value);
Integer ceil(const Rational &value);
Integer isqrt(const Integer &value); // floor of the square root
Integer power_of_two(unsigned exponent);
Rational times_power_of_two(const Rational &value, long exponent);

std::string to_string(Int128 value);

} // namespace poise::internal
