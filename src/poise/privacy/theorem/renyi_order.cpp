// The best whole order, and what it is worth. Throughout, t = alpha - 1.
#include "poise/privacy/theorem/renyi_order.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/theorem/claim.h"

#include <cmath>
#include <fmt/format.h>

namespace poise::internal {
namespace {

// rho = (t (eps - ln t) + alpha ln alpha + ln delta) / (t alpha)
Interval rho_at(unsigned order, const Epsilon &epsilon, const Delta &delta, unsigned precision) {
  const Interval alpha(static_cast<long>(order), precision);
  const Interval t(static_cast<long>(order) - 1, precision);
  const Interval gain = t * (Interval(epsilon.exact(), precision) - log(t)) + alpha * log(alpha) +
                        log(Interval(delta.exact(), precision));
  return gain / (t * alpha);
}

// Only a suggestion, so that double precision will do.
unsigned best_order(const Epsilon &epsilon, const Delta &delta) {
  const Interval log_inverse =
      enclose([&](unsigned precision) { return -log(Interval(delta.exact(), precision)); });
  const double log_delta = -nearest_double(claim_below(log_inverse).value_or(0));
  const double eps = epsilon.display();
  unsigned best = 2;
  double best_rho = -HUGE_VAL;
  for (unsigned order = 2; order <= largest_renyi_order; ++order) {
    const double alpha = order;
    const double t = alpha - 1;
    const double rho = (t * (eps - std::log(t)) + alpha * std::log(alpha) + log_delta) / (t * alpha);
    if (rho <= best_rho) continue;
    best = order;
    best_rho = rho;
  }
  return best;
}

} // namespace

Result<RenyiBudget> renyi_budget(const Epsilon &epsilon, const Delta &delta) {
  const unsigned order = best_order(epsilon, delta);
  const std::optional<Rational> claim =
      claim_below(enclose([&](unsigned precision) { return rho_at(order, epsilon, delta, precision); }));
  if (!claim)
    return bad_parameter(
        fmt::format("epsilon = {:.6g} with delta = {:.6g} leaves nothing to spend at any order from "
                    "2 to {}",
                    epsilon.display(), delta.display(), largest_renyi_order),
        "choose a larger epsilon or delta");
  const Result<Rho> rho = Rho::of(*claim);
  if (!rho) return rho.error();
  return RenyiBudget{order, *rho};
}

} // namespace poise::internal
