// Bisection over exact binary fractions.
#include "poise/privacy/theorem/dyadic_search.h"

namespace poise::internal {
namespace {

constexpr long lowest_exponent = -2048;
constexpr long highest_exponent = 32;
constexpr long refined_below = 64;
constexpr long refined_above = 96;

Rational two_to(long exponent) {
  Rational result(1);
  if (exponent >= 0) return Rational(power_of_two(static_cast<unsigned>(exponent)));
  mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  return result;
}

// An exponent that passes next to one that fails, given one of each.
long edge(const Check &check, long passes, long fails) {
  while (passes - fails > 1 || fails - passes > 1) {
    const long middle = passes + (fails - passes) / 2;
    (check(two_to(middle)) ? passes : fails) = middle;
  }
  return passes;
}

// Moves from a power of two towards the next one, in ever smaller steps, while the check passes.
Rational refine(const Check &check, Rational passed, long exponent, long bits, int direction) {
  for (long bit = 1; bit < bits; ++bit) {
    const Rational candidate = passed + direction * two_to(exponent - bit);
    if (check(candidate)) passed = candidate;
  }
  return passed;
}

} // namespace

std::optional<Rational> largest_that_passes(const Check &check) {
  if (check(two_to(highest_exponent))) return two_to(highest_exponent);
  if (!check(two_to(lowest_exponent))) return std::nullopt;
  const long exponent = edge(check, lowest_exponent, highest_exponent);
  return refine(check, two_to(exponent), exponent, refined_below, 1);
}

std::optional<Rational> smallest_that_passes(const Check &check) {
  if (check(two_to(lowest_exponent))) return two_to(lowest_exponent);
  if (!check(two_to(highest_exponent))) return std::nullopt;
  const long exponent = edge(check, highest_exponent, lowest_exponent);
  return refine(check, two_to(exponent), exponent - 1, refined_above, -1);
}

} // namespace poise::internal
