// Choosing a grid from a public bound.
#include "poise/grid/grid.h"

#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace poise::internal {
namespace {

const Rational &least_bound() {
  static const Rational limit = *read_exact("1e-100");
  return limit;
}

const Rational &most_bound() {
  static const Rational limit = *read_exact("1e100");
  return limit;
}

Error outside(std::string_view demand, std::string_view got) {
  return bad_parameter("bound must be " + std::string(demand) + ", got " + shorten(got),
                       "give a number that every cell should stay within, such as 100 or 1e6");
}

} // namespace

Grid::Grid(int exponent, std::int64_t bound)
    : exponent_(exponent), bound_(bound), edge_(std::ldexp(static_cast<double>(bound), exponent)),
      per_step_(std::ldexp(1.0, -exponent)) {}

Result<Grid> Grid::of(int exponent, std::int64_t bound) {
  if (exponent < least_exponent || exponent > largest_exponent)
    return bad_parameter("the exponent of a grid must be between " + std::to_string(least_exponent) +
                             " and " + std::to_string(largest_exponent) + ", got " + std::to_string(exponent),
                         "choose a step that fits the numbers");
  if (bound < 1 || bound > largest_bound)
    return bad_parameter("the bound of a grid must be between 1 and 2^62 steps, got " + std::to_string(bound),
                         "choose a coarser step");
  return Grid(exponent, bound);
}

Grid Grid::with_gaps_on_top() const {
  Grid other = *this;
  other.fill_ = bound_;
  other.fill_number_ = edge_;
  return other;
}

Grid Grid::generous(std::size_t columns) {
  // 2^50 steps, and no more than leave 2^61 for the sum of all columns, and as much again for a shift.
  const int bits = std::min(50, 61 - static_cast<int>(std::bit_width(columns)));
  return Grid(30 - bits, std::int64_t{1} << bits);
}

Result<Grid> Grid::fine(const Rational &bound, int bits, std::string_view got) {
  if (bits < 1 || bits > 62)
    return bad_parameter("a grid has 1 to 62 bits, got " + std::to_string(bits),
                         "choose a number of bits between 1 and 62");
  if (bound <= 0) return outside("positive", got);
  if (bound < least_bound() || bound > most_bound()) return outside("between 1e-100 and 1e100", got);
  // 2^(length-1) < bound < 2^(length+1), from the lengths of numerator and denominator.
  const int length = static_cast<int>(mpz_sizeinbase(bound.get_num_mpz_t(), 2)) -
                     static_cast<int>(mpz_sizeinbase(bound.get_den_mpz_t(), 2));
  int exponent = length - bits;
  if (times_power_of_two(bound, -exponent) > power_of_two(static_cast<unsigned>(bits))) ++exponent;
  return of(exponent,
            static_cast<std::int64_t>(Integer(ceil(times_power_of_two(bound, -exponent))).get_si()));
}

Result<Grid> Grid::with_step(const Rational &bound, const Rational &squared_step) {
  if (bound <= 0) return outside("positive", exact_text(bound));
  if (bound < least_bound() || bound > most_bound())
    return outside("between 1e-100 and 1e100", exact_text(bound));
  if (squared_step <= 0)
    return bad_parameter("the step of a grid must be positive", "give a positive number");
  // 2^(length-1) < squared < 2^(length+1), so that the exponent is length / 2 or next to it.
  const int length = static_cast<int>(mpz_sizeinbase(squared_step.get_num_mpz_t(), 2)) -
                     static_cast<int>(mpz_sizeinbase(squared_step.get_den_mpz_t(), 2));
  int exponent = length / 2 + 1;
  while (times_power_of_two(Rational(1), 2L * exponent) > squared_step) --exponent;
  const Integer steps = ceil(times_power_of_two(bound, -exponent));
  if (steps > to_integer(Int128{largest_bound}))
    return bad_parameter("a step this small within a bound this large needs more than 62 bits",
                         "allow more rounding, or give a smaller bound");
  return of(exponent, static_cast<std::int64_t>(steps.get_si()));
}

Result<Grid> Grid::within(const Rational &bound, int bits) { return fine(bound, bits, exact_text(bound)); }

Result<Grid> Grid::within(std::string_view decimal_bound, int bits) {
  const auto bound = read_exact(decimal_bound);
  if (!bound)
    return bad_parameter("bound must be a number such as 100 or 1e6, got " + quote(decimal_bound),
                         "write digits with an optional decimal point and exponent, without spaces");
  return fine(*bound, bits, decimal_bound);
}

Rational Grid::step() const { return times_power_of_two(Rational(1), exponent_); }

} // namespace poise::internal
