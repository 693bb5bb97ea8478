// Amplification and its inverse, in forms that neither cancel nor overflow.
#include "poise/privacy/theorem/subsampling.h"

#include "poise/privacy/theorem/claim.h"

#include <algorithm>
#include <fmt/format.h>

namespace poise::internal {
namespace {

// ln(1 + factor (e^eps - 1)), for factor = m/n on the way out and n/m on the way in.
Formula scaled_odds(const Rational &epsilon, const Rational &factor) {
  return [epsilon, factor](unsigned precision) {
    const Interval e(epsilon, precision);
    const Interval f(factor, precision);
    if (epsilon <= 1) return log1p(f * expm1(e)); // small: no cancellation
    return e + log(exp(-e) - f * expm1(-e));      // large: no overflow
  };
}

} // namespace

Result<SamplingRate> SamplingRate::of(std::uint64_t sampled, std::uint64_t people) {
  if (sampled == 0 || sampled > people)
    return bad_parameter(
        fmt::format("a sample must have between 1 and {} of the {} people, got {}", people, people, sampled),
        "choose a sample that is not empty and not larger than the table");
  return SamplingRate(ratio(to_integer(sampled), to_integer(people)));
}

Result<Epsilon> epsilon_after_sampling(const Epsilon &inner, const SamplingRate &rate) {
  const std::optional<Rational> claim = claim_above(enclose(scaled_odds(inner.exact(), rate.exact())));
  return Epsilon::of(std::min(claim.value_or(inner.exact()), inner.exact())); // never worse than all rows
}

Result<Epsilon> epsilon_before_sampling(const Epsilon &outer, const SamplingRate &rate) {
  const Rational inverse = 1 / rate.exact();
  const std::optional<Rational> claim = claim_below(enclose(scaled_odds(outer.exact(), inverse)));
  return Epsilon::of(std::max(claim.value_or(outer.exact()), outer.exact()));
}

Approximate after_sampling(const Approximate &inner, const SamplingRate &rate) {
  return {epsilon_after_sampling(inner.epsilon, rate).value(),
          Delta::of(rate.exact() * inner.delta.exact()).value()};
}

} // namespace poise::internal
