// Closed forms in double precision: good to about 1e-13, far finer than any test needs.
#include "oracle/exact_masses.h"

#include <cmath>

namespace poise::internal::oracle {

double geometric_mass(double rate, std::int64_t x) {
  return x < 0 ? 0 : -std::expm1(-rate) * std::exp(-rate * static_cast<double>(x));
}

double discrete_laplace_mass(double rate, std::int64_t x) {
  return std::tanh(rate / 2) * std::exp(-rate * std::fabs(static_cast<double>(x)));
}

double poisson_mass(double mean, std::int64_t x) {
  const auto k = static_cast<double>(x);
  return x < 0 ? 0 : std::exp(k * std::log(mean) - mean - std::lgamma(k + 1));
}

double polya_mass(double shape, double rate, std::int64_t x) {
  const auto k = static_cast<double>(x);
  return x < 0 ? 0
               : std::exp(std::lgamma(k + shape) - std::lgamma(shape) - std::lgamma(k + 1) +
                          shape * std::log(-std::expm1(-rate)) - rate * k);
}

DiscreteGaussianMass::DiscreteGaussianMass(double variance) : variance_(variance), total_(1) {
  for (double k = 1;; ++k) {
    const double weight = std::exp(-k * k / (2 * variance));
    total_ += 2 * weight;
    if (weight < 1e-20) break;
  }
}

double DiscreteGaussianMass::operator()(std::int64_t x) const {
  const auto k = static_cast<double>(x);
  return std::exp(-k * k / (2 * variance_)) / total_;
}

} // namespace poise::internal::oracle
