// Rounding against ourselves.
#include "poise/privacy/theorem/claim.h"

namespace poise::internal {
namespace {

constexpr unsigned first_precision = 128;
constexpr unsigned last_precision = 2048;
constexpr long bits_above = 96;
constexpr long bits_below = 64;

// MPFR's numbers reach 2^(2^30); as rationals those would fill the memory, and an infinite
// end has no rational at all. Claims stay between these two.
const Rational &huge() {
  static const Rational value(power_of_two(64));
  return value;
}
const Rational &tiny() {
  static const Rational value = ratio(1, power_of_two(8192));
  return value;
}

// The exponent that brings a positive value between 2^(wanted - 1) and 2^(wanted + 1).
long scale_to_bits(const Rational &value, long wanted) {
  const auto bits = [](const Integer &n) { return static_cast<long>(mpz_sizeinbase(n.get_mpz_t(), 2)); };
  return wanted - bits(value.get_num()) + bits(value.get_den());
}

bool is_narrow(const Interval &enclosure) {
  return (enclosure - enclosure).surely_less(scale(enclosure, -104));
}

} // namespace

Interval enclose(const Formula &formula) {
  for (unsigned precision = first_precision;; precision *= 2) {
    Interval enclosure = formula(precision);
    const bool is_negative = (-enclosure).surely_positive(); // nobody claims those
    if (is_narrow(enclosure) || is_negative || precision >= last_precision) return enclosure;
  }
}

std::optional<Rational> claim_above(const Interval &enclosure) {
  if (!enclosure.surely_less(Interval(huge(), 64))) return std::nullopt; // also when not a number
  if (enclosure.surely_less(Interval(tiny(), 64))) return tiny();
  const Rational end = enclosure.high();
  const long exponent = scale_to_bits(end, bits_above);
  return times_power_of_two(Rational(ceil(times_power_of_two(end, exponent))), -exponent);
}

std::optional<Rational> claim_below(const Interval &enclosure) {
  if (!Interval(tiny(), 64).surely_less(enclosure)) return std::nullopt; // also when not a number
  if (Interval(huge(), 64).surely_less(enclosure)) return huge();
  const Rational end = enclosure.low();
  const long exponent = scale_to_bits(end, bits_below);
  const Integer units = floor(times_power_of_two(end, exponent)) - 1;
  return times_power_of_two(Rational(units), -exponent);
}

bool surely_within(const Formula &formula, const Rational &limit) {
  const Rational target = limit - times_power_of_two(limit, -80);
  for (unsigned precision = first_precision / 2; precision <= last_precision; precision *= 2) {
    const Interval enclosure = formula(precision);
    const Interval bound(target, precision);
    if (enclosure.surely_less(bound)) return true;
    if (bound.surely_less(enclosure)) return false;
  }
  return false;
}

} // namespace poise::internal
