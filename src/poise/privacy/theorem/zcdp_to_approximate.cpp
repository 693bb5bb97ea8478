// Throughout, t = alpha - 1 > 0. The best t is found in double precision, as the root of a
// function known to be monotone; what is claimed for that t is then enclosed rigorously.
#include "poise/privacy/theorem/zcdp_to_approximate.h"

#include "poise/base/nearest_double.h"
#include "poise/privacy/theorem/claim.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace poise::internal {
namespace {

double within_range(double value) { return std::clamp(value, 1e-300, 1e300); }
double approximately(const Rational &value) { return within_range(nearest_double(value)); }

// ln(1/delta) without harm from a delta far below, or very close to, what a double can hold.
double log_of_inverse(const Rational &delta) {
  const Interval enclosure = enclose([&](unsigned precision) { return -log(Interval(delta, precision)); });
  return approximately(claim_below(enclosure).value_or(0));
}

// Where an increasing function of t changes sign, to the last digits of a double.
template <class Increasing> Rational root(Increasing value) {
  double low = -690;
  double high = 690;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (value(std::exp(middle)) < 0 ? low : high) = middle;
  }
  return Rational(std::exp(low)); // exact: the double itself
}

// ln delta(t) = t((1+t) rho - eps) + t ln t - (1+t) ln(1+t), convex in t.
Rational best_for_delta(double rho, double epsilon) {
  return root([&](double t) { return (1 + 2 * t) * rho - epsilon - std::log1p(1 / t); });
}

// eps(t) = (1+t) rho + ln t + (ln(1/delta) - (1+t) ln(1+t))/t; t^2 times its slope is increasing.
Rational best_for_epsilon(double rho, double log_inverse) {
  return root([&](double t) { return rho * t * t + std::log1p(t) - log_inverse; });
}

// Both optima at once: rho = (ln(1/delta) - ln(1+t))/t^2 from the second, put into the first.
Rational best_for_rho(double epsilon, double log_inverse) {
  return root([&](double t) {
    return epsilon + std::log1p(1 / t) - (1 / t + 2) / t * (log_inverse - std::log1p(t));
  });
}

struct Order { // t and what is made of it
  Order(const Rational &value, unsigned precision)
      : t(value, precision), alpha(value + 1, precision), log_t(log(t)), log_alpha(log1p(t)) {}
  Interval t;
  Interval alpha;
  Interval log_t;
  Interval log_alpha;
};

Error promises_nothing(const Rho &rho, const Epsilon &epsilon) {
  return bad_parameter(fmt::format("rho = {:.6g} promises no delta below 1 at epsilon = {:.6g}",
                                   rho.display(), epsilon.display()),
                       "choose a smaller rho or a larger epsilon");
}

} // namespace

Result<Delta> delta_of(const Rho &rho, const Epsilon &epsilon) {
  const Rational t = best_for_delta(approximately(rho.exact()), approximately(epsilon.exact()));
  const Interval delta = enclose([&](unsigned precision) {
    const Order order(t, precision);
    const Interval excess =
        order.alpha * Interval(rho.exact(), precision) - Interval(epsilon.exact(), precision);
    return exp(order.t * (excess + order.log_t) - order.alpha * order.log_alpha);
  });
  const std::optional<Rational> claim = claim_above(delta);
  if (!claim || *claim >= 1) return promises_nothing(rho, epsilon);
  return Delta::of(std::max(*claim, Delta::smallest().exact()));
}

Result<Epsilon> epsilon_of(const Rho &rho, const Delta &delta) {
  const Rational t = best_for_epsilon(approximately(rho.exact()), log_of_inverse(delta.exact()));
  const Interval epsilon = enclose([&](unsigned precision) {
    const Order order(t, precision);
    const Interval log_delta = log(Interval(delta.exact(), precision));
    return order.alpha * Interval(rho.exact(), precision) + order.log_t -
           (log_delta + order.alpha * order.log_alpha) / order.t;
  });
  const std::optional<Rational> claim = claim_above(epsilon);
  if (!claim || *claim > 1000000000)
    return bad_parameter(fmt::format("rho = {:.6g} with delta = {:.6g} promises no epsilon of at most 1e9",
                                     rho.display(), delta.display()),
                         "choose a smaller rho");
  return Epsilon::of(std::max(*claim, Epsilon::smallest().exact()));
}

Result<Rho> rho_for(const Epsilon &epsilon, const Delta &delta) {
  const Rational t = best_for_rho(approximately(epsilon.exact()), log_of_inverse(delta.exact()));
  const Interval rho = enclose([&](unsigned precision) {
    const Order order(t, precision);
    const Interval gain = order.t * (Interval(epsilon.exact(), precision) - order.log_t) +
                          order.alpha * order.log_alpha + log(Interval(delta.exact(), precision));
    return gain / (order.t * order.alpha);
  });
  const std::optional<Rational> claim = claim_below(rho);
  if (!claim)
    return bad_parameter(fmt::format("epsilon = {:.6g} with delta = {:.6g} leaves no rho to spend",
                                     epsilon.display(), delta.display()),
                         "choose a larger epsilon or delta");
  return Rho::of(*claim);
}

} // namespace poise::internal
