// The privacy profile of continuous Gaussian noise, enclosed.
#include "poise/privacy/theorem/gaussian_dp.h"

#include "poise/privacy/theorem/claim.h"
#include "poise/privacy/theorem/dyadic_search.h"

#include <algorithm>
#include <fmt/format.h>

namespace poise::internal {
namespace {

// e^eps must stay within the exponents of MPFR; nobody promises an epsilon of a million.
const Rational &largest_epsilon() {
  static const Rational limit(1000000);
  return limit;
}

Formula profile(const Rational &rho, const Rational &epsilon) {
  return [rho, epsilon](unsigned precision) {
    const Interval spread = scale(sqrt(Interval(rho, precision)), 1);
    const Interval above = erfc(Interval(Rational(epsilon - rho), precision) / spread);
    const Interval below = erfc(Interval(Rational(epsilon + rho), precision) / spread);
    return scale(above - exp(Interval(epsilon, precision)) * below, -1);
  };
}

Error promises_nothing(const Rho &rho, const std::string &what) {
  return bad_parameter(fmt::format("rho = {:.6g} promises no {}", rho.display(), what),
                       "choose a smaller rho");
}

Error epsilon_too_large(const Epsilon &epsilon) {
  return bad_parameter(
      fmt::format("Gaussian calibration needs epsilon at most 1e6, got {:.6g}", epsilon.display()),
      "choose a smaller epsilon, or calibrate by zCDP");
}

} // namespace

Result<Delta> delta_of_continuous_gaussians(const Rho &rho, const Epsilon &epsilon) {
  if (epsilon.exact() > largest_epsilon()) return epsilon_too_large(epsilon);
  const std::optional<Rational> claim = claim_above(enclose(profile(rho.exact(), epsilon.exact())));
  if (!claim || *claim >= 1)
    return promises_nothing(rho, fmt::format("delta below 1 at epsilon = {:.6g}", epsilon.display()));
  return Delta::of(std::max(*claim, Delta::smallest().exact()));
}

Result<Epsilon> epsilon_of_continuous_gaussians(const Rho &rho, const Delta &delta) {
  const auto holds = [&](const Rational &epsilon) {
    if (epsilon > largest_epsilon()) return true; // outside the search, refused below
    return surely_within(profile(rho.exact(), epsilon), delta.exact());
  };
  if (holds(Epsilon::smallest().exact())) return Epsilon::smallest();
  const std::optional<Rational> found = smallest_that_passes(holds);
  if (!found || *found > largest_epsilon()) return promises_nothing(rho, "epsilon below 1e6");
  return Epsilon::of(*found);
}

Result<Rho> rho_for_continuous_gaussians(const Epsilon &epsilon, const Delta &delta) {
  if (epsilon.exact() > largest_epsilon()) return epsilon_too_large(epsilon);
  // A hair below epsilon, so that epsilon_of, which names 96 bits, cannot land above it.
  const Rational target = epsilon.exact() * (1 - ratio(1, power_of_two(90)));
  const std::optional<Rational> found = largest_that_passes(
      [&](const Rational &rho) { return surely_within(profile(rho, target), delta.exact()); });
  if (!found)
    return bad_parameter(fmt::format("epsilon = {:.6g} with delta = {:.6g} leaves no rho to spend",
                                     epsilon.display(), delta.display()),
                         "choose a larger epsilon or delta");
  return Rho::of(*found);
}

} // namespace poise::internal
