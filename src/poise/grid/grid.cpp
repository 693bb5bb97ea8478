// Choosing a grid from a public bound.
#include "poise/grid/grid.h"

#include "poise/privacy/exact_text.h"

#include <cmath>

namespace poise {
namespace {

constexpr int fine_bits = 30; // a bound is at most 2^fine_bits steps away

const Rational &least_bound() {
  static const Rational limit = *read_exact("1e-100");
  return limit;
}

const Rational &most_bound() {
  static const Rational limit = *read_exact("1e100");
  return limit;
}

Error outside(std::string_view demand, std::string_view got) {
  return Error{ErrorKind::bad_parameter, "bound must be " + std::string(demand) + ", got " + shorten(got),
               "give a number that every cell should stay within, such as 100 or 1e6"};
}

} // namespace

Grid::Grid(int exponent, std::int32_t bound)
    : exponent_(exponent), bound_(bound), edge_(std::ldexp(bound, exponent)),
      per_step_(std::ldexp(1.0, -exponent)) {}

Result<Grid> Grid::of(int exponent, std::int32_t bound) {
  if (exponent < -largest_exponent || exponent > largest_exponent)
    return Error{ErrorKind::bad_parameter,
                 "the exponent of a grid must be within +-" + std::to_string(largest_exponent) + ", got " +
                     std::to_string(exponent),
                 "choose a step that fits the numbers"};
  if (bound < 1 || bound > largest_bound)
    return Error{ErrorKind::bad_parameter,
                 "the bound of a grid must be between 1 and 2^30 steps, got " + std::to_string(bound),
                 "choose a coarser step"};
  return Grid(exponent, bound);
}

Result<Grid> Grid::fine(const Rational &bound, std::string_view got) {
  if (bound <= 0) return outside("positive", got);
  if (bound < least_bound() || bound > most_bound()) return outside("between 1e-100 and 1e100", got);
  // 2^(bits-1) < bound < 2^(bits+1), from the lengths of numerator and denominator.
  const int bits = static_cast<int>(mpz_sizeinbase(bound.get_num_mpz_t(), 2)) -
                   static_cast<int>(mpz_sizeinbase(bound.get_den_mpz_t(), 2));
  int exponent = bits - fine_bits;
  if (times_power_of_two(bound, -exponent) > largest_bound) ++exponent;
  return of(exponent,
            static_cast<std::int32_t>(Integer(ceil(times_power_of_two(bound, -exponent))).get_si()));
}

Result<Grid> Grid::within(const Rational &bound) { return fine(bound, exact_text(bound)); }

Result<Grid> Grid::within(std::string_view decimal_bound) {
  const auto bound = read_exact(decimal_bound);
  if (!bound)
    return Error{ErrorKind::bad_parameter,
                 "bound must be a number such as 100 or 1e6, got " + quote(decimal_bound),
                 "write digits with an optional decimal point and exponent, without spaces"};
  return fine(*bound, decimal_bound);
}

Rational Grid::step() const { return times_power_of_two(Rational(1), exponent_); }

} // namespace poise
