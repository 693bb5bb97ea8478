// Pure to concentrated, and back.
#include "poise/privacy/theorem/pure_to_zcdp.h"

#include "poise/privacy/theorem/claim.h"
#include "poise/privacy/theorem/dyadic_search.h"

#include <algorithm>

namespace poise::internal {
namespace {

Rational half_square(const Rational &epsilon) { return epsilon * epsilon / 2; }

Formula cost_of(const Rational &epsilon) {
  return [epsilon](unsigned precision) {
    const Interval e(epsilon, precision);
    return e * tanh(scale(e, -1));
  };
}

// The largest fraction we can name whose square is at most the given one.
Rational root_below(const Rational &square) {
  const Integer &top = square.get_num();
  const Integer &bottom = square.get_den();
  if (mpz_perfect_square_p(top.get_mpz_t()) && mpz_perfect_square_p(bottom.get_mpz_t()))
    return ratio(isqrt(top), isqrt(bottom));
  return largest_that_passes([&](const Rational &root) { return root * root <= square; }).value_or(0);
}

} // namespace

Result<Rho> zcdp_of_pure(const Epsilon &epsilon) {
  const Rational simple = half_square(epsilon.exact()); // tanh(x) <= x, but rounding up may pass it
  const Rational tight = claim_above(enclose(cost_of(epsilon.exact()))).value_or(simple);
  return Rho::of(std::min(simple, tight));
}

Result<Epsilon> pure_for_zcdp(const Rho &rho) {
  const Result<Epsilon> simple = pure_for_zcdp_by_square(rho);
  if (!simple) return simple;
  const std::optional<Rational> tight = largest_that_passes(
      [&](const Rational &epsilon) { return surely_within(cost_of(epsilon), rho.exact()); });
  return Epsilon::of(std::max(simple->exact(), tight.value_or(0)));
}

Result<Rho> zcdp_of_pure_by_square(const Epsilon &epsilon) { return Rho::of(half_square(epsilon.exact())); }

Result<Epsilon> pure_for_zcdp_by_square(const Rho &rho) { return Epsilon::of(root_below(2 * rho.exact())); }

} // namespace poise::internal
