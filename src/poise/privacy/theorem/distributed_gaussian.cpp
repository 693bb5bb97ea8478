// The cost of a sum of discrete Gaussians, and the variance that keeps it within a budget.
#include "poise/privacy/theorem/distributed_gaussian.h"

#include "poise/privacy/theorem/claim.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace poise::internal {
namespace {

constexpr std::uint64_t terms_summed = 64;
constexpr unsigned finest_unit_bits = 10;
constexpr long least_variance = 3;

Interval pi_squared(unsigned precision) {
  static const Integer digits("31415926535897932384626433832795028841971");
  static const Integer unit("10000000000000000000000000000000000000000");
  const Interval pi = Interval::between(ratio(digits, unit), ratio(digits + 1, unit), precision);
  return pi * pi;
}

// e^(-2 pi^2 s2 k/(k+1)); falls with k.
Interval term(const Rational &variance, std::uint64_t k, unsigned precision) {
  const Rational share = 2 * variance * ratio(to_integer(k), to_integer(k) + 1);
  return exp(-(pi_squared(precision) * Interval(share, precision)));
}

// At least tau.
Interval sum_is_off_by(const Rational &variance, std::uint64_t honest, unsigned precision) {
  Interval sum(0, precision);
  const std::uint64_t summed = std::min(honest, terms_summed + 1);
  for (std::uint64_t k = 1; k < summed; ++k) sum += term(variance, k, precision);
  if (honest > summed)
    sum += Interval(to_integer(honest - summed), precision) * term(variance, summed, precision);
  return Interval(10, precision) * sum;
}

struct Problem {
  const Integer &squared_sensitivity;
  std::uint64_t dimensions;
  std::uint64_t honest;
};

// Delta^2/(n s2): twice the cost of one Gaussian of the whole variance.
Rational plain(const Rational &variance, const Problem &problem) {
  return Rational(problem.squared_sensitivity) / (variance * to_integer(problem.honest));
}

std::optional<Rational> cost(const Rational &variance, const Problem &problem) {
  const Rational square = plain(variance, problem);
  const Rational d(to_integer(problem.dimensions));
  const auto tau = [&](unsigned precision) { return sum_is_off_by(variance, problem.honest, precision); };
  const std::optional<Rational> by_norm = claim_above(enclose([&](unsigned precision) {
    const Interval root = sqrt(Interval(square, precision)) + tau(precision) * sqrt(Interval(d, precision));
    return scale(root * root, -1);
  }));
  const std::optional<Rational> by_square = claim_above(enclose([&](unsigned precision) {
    return scale(Interval(square, precision) + scale(tau(precision) * Interval(d, precision), -1), -1);
  }));
  if (!by_norm || !by_square) return by_norm ? by_norm : by_square;
  return std::min(*by_norm, *by_square);
}

std::optional<Error> trouble(const Problem &problem) {
  if (problem.honest == 0)
    return bad_parameter("noise from participants needs at least one honest participant",
                         "count on at least one honest participant");
  if (problem.dimensions == 0)
    return bad_parameter("a sum must have at least one dimension", "give at least one dimension");
  if (problem.squared_sensitivity < 1)
    return bad_parameter(
        fmt::format("the squared sensitivity of a sum of integers must be at least 1, got {}",
                    problem.squared_sensitivity.get_str()),
        "give the square of the largest change, at least 1");
  return std::nullopt;
}

// The coarsest power of two, at most 1, that names a variance to a part in 2048.
Rational unit_for(const Rational &variance) {
  unsigned bits = 0;
  while (bits < finest_unit_bits && variance < power_of_two(11 - bits)) ++bits;
  return ratio(1, power_of_two(bits));
}

} // namespace

Result<Rational> gaussian_shares_cost(const Rational &variance, const Integer &squared_sensitivity,
                                      std::uint64_t dimensions, std::uint64_t honest) {
  const Problem problem{squared_sensitivity, dimensions, honest};
  if (const std::optional<Error> error = trouble(problem)) return *error;
  if (variance < ratio(1, 2))
    return bad_parameter("the noise of a participant must have a variance of at least 1/2",
                         "scale the rows up, so that the noise grows with them");
  const std::optional<Rational> claim = cost(variance, problem);
  if (!claim)
    return bad_parameter("noise this small promises nothing",
                         "choose a larger variance or a smaller sensitivity");
  return *claim;
}

Result<Rational> gaussian_share_variance(const Rho &rho, const Integer &squared_sensitivity,
                                         std::uint64_t dimensions, std::uint64_t honest) {
  const Problem problem{squared_sensitivity, dimensions, honest};
  if (const std::optional<Error> error = trouble(problem)) return *error;
  // No less will do: the plain cost alone would be above rho.
  const Rational least = std::max(Rational(least_variance), Rational(plain(2 * rho.exact(), problem)));
  const Rational unit = unit_for(least);
  const auto passes = [&](const Integer &units) {
    const std::optional<Rational> spent = cost(unit * units, problem);
    return spent && *spent <= rho.exact();
  };
  Integer enough = ceil(least / unit);
  if (passes(enough)) return Rational(unit * enough);
  Integer short_of = enough;
  for (Integer step = 1; !passes(enough); step *= 2) { // ends: the cost falls to nothing
    short_of = enough;
    enough += step;
  }
  while (enough - short_of > 1) {
    const Integer middle = (enough + short_of) / 2;
    (passes(middle) ? enough : short_of) = middle;
  }
  return Rational(unit * enough);
}

} // namespace poise::internal
