// The two moments of a Poisson law behind the divergence: summed one by one for small means, by Stirling
// numbers for large ones. All numbers here are upper bounds, so their tails are rounded up, never cut.
#include "poise/privacy/theorem/poisson_counts.h"

#include "poise/privacy/theorem/claim.h"
#include "poise/privacy/theorem/renyi_order.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <vector>

namespace poise::internal {
namespace {

constexpr unsigned working_precision = 128;
constexpr long negligible_bits = 96; // a part this small of a moment is bounded, not computed
constexpr unsigned most_series_terms = 400;

Interval number(const Integer &value) { return Interval(value, working_precision); }
Interval number(unsigned value) { return Interval(static_cast<long>(value), working_precision); }

Interval power(Interval base, unsigned exponent) {
  Interval result = number(1U);
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result *= base;
    if (exponent > 1) base *= base;
  }
  return result;
}

bool is_negligible(const Interval &part, const Interval &whole) {
  return part.surely_less(scale(whole, -negligible_bits));
}

// E[X^order] E[(X+1)^-order], term by term. Beyond the last k, terms of the first sum shrink by at
// least ratio = mean/(k+1) (1+1/k)^order, which falls with k, those of the second by mean/(k+1).
// Once ratio <= 1/2, what is missing is at most the last term, and at most twice the next.
Interval product_by_summation(const Integer &mean, unsigned order) {
  const Interval mu = number(mean);
  Interval mass = exp(-mu); // P(X = k - 1), then P(X = k)
  Interval positive = number(0U);
  Interval negative = number(0U);
  for (unsigned k = 1;; ++k) {
    const Interval whole = number(k);
    const Interval raised = power(whole, order);
    negative += mass / raised;
    mass = mass * mu / whole;
    const Interval last = mass * raised;
    positive += last;
    if (k % 32 != 0 || k < mean || !is_negligible(last, positive)) continue;
    const Interval shrinks = mu / number(k + 1) * exp(number(order) / whole);
    if (!shrinks.surely_less(scale(number(1U), -1))) continue;
    return (positive + last) * (negative + scale(mass / raised, 1));
  }
}

// How many terms of the series below make their remainder negligible; none where it never is.
// A suggestion: the remainder itself is evaluated with intervals.
std::optional<unsigned> series_terms(const Integer &mean, unsigned order) {
  const double mu = mean.get_d();
  const double bits = static_cast<double>(negligible_bits) * std::log(2.0);
  if (0.4 * mu < order * std::log(mu) + bits) return std::nullopt; // P(X < mean/4) would show
  double log_factorial = 0;
  for (unsigned terms = 2; terms <= most_series_terms; ++terms) {
    log_factorial += std::log(terms);
    const double last = order - 1.0 + terms;
    const double y = 2 * last * (last - 1) / mu * (1 + 1e-9);
    if (y < terms && terms * std::log(y) - log_factorial < -bits) return terms;
  }
  return std::nullopt;
}

// mean^-order E[X^order] = sum over j of S(order, order-j)/mean^j: Touchard. The terms kept;
// S(n, n-j) = S(n-1, n-1-j) + (n-j) S(n-1, n-j).
Interval touchard(const std::vector<Interval> &over_mean, unsigned order, unsigned terms) {
  std::vector<Interval> row(terms, number(0U));
  row[0] = number(1U);
  for (unsigned n = 2; n <= order; ++n)
    for (unsigned j = std::min(n, terms) - 1; j >= 1; --j) row[j] += over_mean[n - j] * row[j - 1];
  Interval sum = number(0U);
  for (const Interval &entry : row) sum += entry;
  return sum;
}

// At least mean^order times the terms kept of E[(X+1)^-order] = sum over j >= 0 of
// c(m+j, m) mean^-(order+j) P(X >= order+j), m = order-1 (P is taken as 1);
// c(m+j, m) = c(m+j-1, m-1) + (m+j-1) c(m+j-1, m).
Interval inverse_factorials(const std::vector<Interval> &over_mean, unsigned order, unsigned terms) {
  std::vector<Interval> row(terms, number(0U));
  row[0] = number(1U);
  for (unsigned m = 1; m < order; ++m)
    for (unsigned j = 1; j < terms; ++j) row[j] += over_mean[m + j - 1] * row[j - 1];
  Interval sum = number(0U);
  for (const Interval &entry : row) sum += entry;
  return sum;
}

// The same product for large means; proof in docs/proofs/poisson_counts.md. With J terms kept,
// N = order-1+J, L <= mean/4 and y = N(N-1)/(2L), both remainders are within t = y^J/J!: of the first
// series at most 2t in all, of the second t times the moment itself where X+1 >= L.
Interval product_by_series(const Integer &mean, unsigned order, unsigned terms) {
  const Interval mu = number(mean);
  std::vector<Interval> over_mean;
  for (unsigned k = 0; k < order + terms; ++k) over_mean.push_back(number(k) / mu);

  const Integer quarter = mean / 4;
  const Integer last = Integer(order) + terms - 1;
  const Interval y = number(Integer(last * (last - 1))) / number(Integer(2 * quarter));
  if (!y.surely_less(number(terms))) throw std::logic_error("poise: too few terms of a series");
  Interval remainder = number(1U);
  for (unsigned j = 1; j <= terms; ++j) remainder *= y / number(j);

  // Chernoff: P(X <= l) <= e^(l-mean) (mean/l)^l, times mean^order.
  const Interval l = number(quarter);
  const Interval log_mu = log(mu);
  const Interval below = exp(l - mu + l * (log_mu - log(l)) + number(order) * log_mu);

  const Interval positive = touchard(over_mean, order, terms) + scale(remainder, 1);
  const Interval negative = (inverse_factorials(over_mean, order, terms) + below) / (number(1U) - remainder);
  return positive * negative;
}

Rational divergence(const Integer &mean, unsigned order) {
  const std::optional<unsigned> terms = series_terms(mean, order);
  const Interval product = terms ? product_by_series(mean, order, *terms) : product_by_summation(mean, order);
  const std::optional<Rational> claim = claim_above(log(product) / number(order - 1));
  if (!claim) throw std::logic_error("poise: a divergence of Poisson counts is not finite");
  return *claim;
}

const Integer &largest_mean() {
  static const Integer limit = power_of_two(32);
  return limit;
}

std::optional<Error> trouble(unsigned order) {
  if (order >= 2 && order <= largest_renyi_order) return std::nullopt;
  return bad_parameter(
      fmt::format("the Renyi order must be from 2 to {}, got {}", largest_renyi_order, order),
      "take the order that renyi_budget proposes");
}

Error bad_mean(const Integer &mean) {
  return bad_parameter(
      fmt::format("the mean number of dummies in a bin must be from 1 to 2^32, got {}", mean.get_str()),
      "take the mean that poisson_mean_for proposes");
}

Error too_many_dummies(std::uint64_t reports, const Rho &rho) {
  return bad_parameter(fmt::format("hiding {} reports at rho = {:.6g} takes more than 2^32 dummies a bin",
                                   reports, rho.display()),
                       "choose a larger budget, or ask for fewer reports");
}

// What a search has seen: `fails` does not do or is not wanted, `passes` does (0: none yet).
struct Bracket {
  Integer fails = 0;
  Integer passes = 0;

  bool is_close() const {
    return passes > 0 && passes - fails <= std::max(Integer(1), Integer(passes / 1024));
  }

  // The proposal, moved inside the bracket.
  Integer inside(const Integer &proposal) const {
    if (passes == 0)
      return std::clamp(proposal, Integer(fails + 1), Integer(std::min(largest_mean(), Integer(4 * fails))));
    return std::clamp(proposal, Integer(fails + 1), Integer(passes - 1));
  }
  Integer middle() const { return (fails + passes) / 2; }
};

} // namespace

Result<Rational> poisson_divergence(const Integer &mean, unsigned order) {
  if (const std::optional<Error> error = trouble(order)) return *error;
  if (mean < 1 || mean > largest_mean()) return bad_mean(mean);
  return divergence(mean, order);
}

Result<Integer> poisson_mean_for(const Rho &rho, unsigned order, std::uint64_t reports,
                                 const Integer &least) {
  if (const std::optional<Error> error = trouble(order)) return *error;
  if (least < 1 || least > largest_mean()) return bad_mean(least);
  if (reports == 0)
    return bad_parameter("dummies must hide at least one report",
                         "give the number of reports a participant sends");
  const Rational allowed = rho.exact() * order / to_integer(reports);
  const Rational first = order / allowed; // the divergence is close to order/mean
  if (first > 2 * largest_mean()) return too_many_dummies(reports, rho);

  Bracket bracket;
  bracket.fails = least - 1;
  Integer mean = std::clamp(ceil(first), least, largest_mean());
  for (unsigned step = 1;; ++step) {
    const Rational cost = divergence(mean, order);
    const bool passes = cost <= allowed;
    (passes ? bracket.passes : bracket.fails) = mean;
    if (bracket.is_close()) return bracket.passes;
    if (!passes && mean == largest_mean()) return too_many_dummies(reports, rho);
    // Where the cost would be the allowed one if it fell like 1/mean, and a little beyond.
    const Integer wanted = ceil(mean * cost / allowed);
    const Integer margin = wanted / 4096 + 1;
    const bool bisect = step % 3 == 0 && bracket.passes > 0;
    mean = bracket.inside(bisect   ? bracket.middle()
                          : passes ? Integer(wanted - margin)
                                   : Integer(wanted + margin));
  }
}

Rational poisson_delta(const Integer &mean, std::uint64_t reports) {
  if (mean < 0) throw std::logic_error("poise: a Poisson mean must not be negative");
  if (reports == 0) return 0;
  const Interval delta = enclose([&](unsigned precision) {
    return exp(-Interval(mean, precision)) * Interval(to_integer(reports), precision);
  });
  const std::optional<Rational> claim = claim_above(delta);
  return claim.value_or(Rational(to_integer(reports))); // e^-mean is at most 1
}

Result<Integer> poisson_mean_for_delta(const Rational &delta, std::uint64_t reports) {
  if (delta <= 0)
    return bad_parameter("the delta set aside for dummies must be positive",
                         "leave a part of delta to the dummies");
  if (poisson_delta(largest_mean(), reports) > delta)
    return bad_parameter("so small a delta takes more than 2^32 dummies a bin",
                         "leave a larger part of delta to the dummies");
  Integer low = 1; // invariant: the answer is in low..high, and high does
  Integer high = largest_mean();
  while (low < high) {
    const Integer middle = (low + high) / 2;
    if (poisson_delta(middle, reports) <= delta)
      high = middle;
    else
      low = middle + 1;
  }
  return high;
}

} // namespace poise::internal
