// Written from the paper alone; shares nothing with the library but uniform bits.
#include "oracle/textbook_samplers.h"

namespace poise::internal::oracle {
namespace {

// Rejection from the smallest power of two, one bit at a time.
Integer uniform(const Integer &bound, Bits &bits) {
  const std::size_t width = mpz_sizeinbase(bound.get_mpz_t(), 2);
  for (;;) {
    Integer draw = 0;
    for (std::size_t i = 0; i < width; ++i) draw = 2 * draw + static_cast<unsigned long>(bits.word() >> 63);
    if (draw < bound) return draw;
  }
}

bool coin(const Rational &p, Bits &bits) { return uniform(p.get_den(), bits) < p.get_num(); }

} // namespace

bool textbook_bernoulli_exp_minus(const Rational &gamma, Bits &bits) {
  if (gamma > 1) {
    for (Integer i = 1; i <= floor(gamma); ++i)
      if (!textbook_bernoulli_exp_minus(1, bits)) return false;
    return textbook_bernoulli_exp_minus(gamma - floor(gamma), bits);
  }
  unsigned long k = 1;
  while (coin(gamma / k, bits)) ++k;
  return k % 2 == 1;
}

Integer textbook_geometric(const Rational &rate, Bits &bits) {
  const Integer &s = rate.get_num();
  const Integer &t = rate.get_den();
  Integer u;
  do u = uniform(t, bits);
  while (!textbook_bernoulli_exp_minus(ratio(u, t), bits));
  Integer v = 0;
  while (textbook_bernoulli_exp_minus(1, bits)) ++v;
  return (u + t * v) / s;
}

Integer textbook_discrete_laplace(const Rational &rate, Bits &bits) {
  for (;;) {
    const Integer magnitude = textbook_geometric(rate, bits);
    const bool negative = coin(ratio(1, 2), bits);
    if (negative && magnitude == 0) continue;
    return negative ? Integer(-magnitude) : magnitude;
  }
}

Integer textbook_discrete_gaussian(const Rational &variance, Bits &bits) {
  const Integer t = isqrt(floor(variance)) + 1;
  for (;;) {
    const Integer y = textbook_discrete_laplace(ratio(1, t), bits);
    const Rational from_peak = abs(y) - variance / t;
    if (textbook_bernoulli_exp_minus(from_peak * from_peak / (2 * variance), bits)) return y;
  }
}

} // namespace poise::internal::oracle
