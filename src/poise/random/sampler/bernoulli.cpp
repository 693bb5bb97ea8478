// Coins with rational and exponential bias.
#include "poise/random/sampler/bernoulli.h"

#include "poise/random/lazy_uniform.h"
#include "poise/random/sampler/uniform.h"

namespace poise::internal {

bool bernoulli(std::uint64_t numerator, std::uint64_t denominator, Bits &bits) {
  return uniform_below(denominator, bits) < numerator;
}

bool bernoulli(const Rational &probability, Bits &bits) {
  return uniform_below(probability.get_den(), bits) < probability.get_num();
}

bool below_exp_minus(std::uint64_t first_word, const Rational &gamma, Bits &bits) {
  const auto power = [&gamma](unsigned precision) { return exp(Interval(Rational(-gamma), precision)); };
  return LazyUniform(first_word).below(power, bits);
}

bool bernoulli_exp_minus(const Rational &gamma, Bits &bits, Arithmetic arithmetic) {
  const std::uint64_t first_word = bits.word();
  const Integer units = floor(gamma * power_of_two(64));
  if (arithmetic == Arithmetic::fast_first && fits_uint128(units)) {
    const FixedPoint fixed{to_uint128(units), 1};
    if (FixedExpTable::covers(fixed)) {
      const FixedExp bound = FixedExpTable::instance().exp_minus(fixed);
      if (const auto sure = surely_below(first_word, bound)) return *sure;
    }
  }
  return below_exp_minus(first_word, gamma, bits);
}

} // namespace poise::internal
