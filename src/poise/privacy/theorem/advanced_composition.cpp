// Concentration of the loss over many steps, enclosed.
#include "poise/privacy/theorem/advanced_composition.h"

#include "poise/privacy/theorem/claim.h"
#include "poise/privacy/theorem/dyadic_search.h"

#include <algorithm>
#include <fmt/format.h>

namespace poise::internal {
namespace {

Formula concentrated(const Integer &steps, const Rational &epsilon, const Rational &slack) {
  return [steps, epsilon, slack](unsigned precision) {
    const Interval k(steps, precision);
    const Interval e(epsilon, precision);
    const Interval deviation = sqrt(-scale(k * log(Interval(slack, precision)), 1));
    return e * (k * tanh(scale(e, -1)) + deviation);
  };
}

// ln(1 - delta), without cancellation for small deltas.
Interval log_kept(const Rational &delta, unsigned precision) {
  return log1p(Interval(Rational(-delta), precision));
}

Error no_steps() {
  return bad_parameter("composition needs at least one step, got 0", "give the number of steps");
}

} // namespace

Result<Epsilon> advanced_composition(std::uint64_t steps, const Epsilon &step, const Delta &slack) {
  if (steps == 0) return no_steps();
  const Integer k = to_integer(steps);
  const Rational sum = k * step.exact();
  const std::optional<Rational> claim = claim_above(enclose(concentrated(k, step.exact(), slack.exact())));
  return Epsilon::of(std::min(sum, claim.value_or(sum)));
}

Result<Approximate> advanced_composition(std::uint64_t steps, const Approximate &step, const Delta &slack) {
  Result<Epsilon> epsilon = advanced_composition(steps, step.epsilon, slack);
  if (!epsilon) return epsilon.error();
  const Integer k = to_integer(steps);
  const Rational sum = k * step.delta.exact() + slack.exact(); // never below the product form
  const std::optional<Rational> claim = claim_above(enclose([&](unsigned precision) {
    return -expm1(Interval(k, precision) * log_kept(step.delta.exact(), precision) +
                  log_kept(slack.exact(), precision));
  }));
  Result<Delta> delta = Delta::of(std::min(sum, claim.value_or(sum)));
  if (!delta) return delta.error();
  return Approximate{*std::move(epsilon), *std::move(delta)};
}

Result<Epsilon> epsilon_per_step(std::uint64_t steps, const Epsilon &total, const Delta &slack) {
  if (steps == 0) return no_steps();
  const Integer k = to_integer(steps);
  const std::optional<Rational> found = largest_that_passes([&](const Rational &epsilon) {
    return surely_within(concentrated(k, epsilon, slack.exact()), total.exact());
  });
  const Rational share = total.exact() / k;
  return Epsilon::of(std::max(share, found.value_or(0)));
}

Result<Approximate> loss_per_step(std::uint64_t steps, const Approximate &total, const Delta &slack) {
  Result<Epsilon> epsilon = epsilon_per_step(steps, total.epsilon, slack);
  if (!epsilon) return epsilon.error();
  if (total.delta <= slack)
    return bad_parameter(fmt::format("the slack must be below the total delta of {}, got {}",
                                     total.delta.text(), slack.text()),
                         "keep half of the total delta as slack");
  const Interval k(to_integer(steps), 64);
  const std::optional<Rational> claim = claim_below(enclose([&](unsigned precision) {
    return -expm1((log_kept(total.delta.exact(), precision) - log_kept(slack.exact(), precision)) / k);
  }));
  Result<Delta> delta = Delta::of(claim.value_or(0));
  if (!delta) return delta.error();
  return Approximate{*std::move(epsilon), *std::move(delta)};
}

} // namespace poise::internal
