// Probability mass functions, written down from their definitions.
#pragma once

#include <cstdint>

namespace poise::internal::oracle {

double geometric_mass(double rate, std::int64_t x);
double discrete_laplace_mass(double rate, std::int64_t x);
double poisson_mass(double mean, std::int64_t x);
double polya_mass(double shape, double rate, std::int64_t x);

// The normalising sum is formed once.
class DiscreteGaussianMass {
public:
  explicit DiscreteGaussianMass(double variance);
  double operator()(std::int64_t x) const;

private:
  double variance_;
  double total_;
};

} // namespace poise::internal::oracle
