// The law every contender of this task must obey before it is timed.
#pragma once

#include "frame/contender.h"
#include "oracle/exact_masses.h"

#include <cmath>

namespace poise::internal::bench {

inline Law discrete_gaussian_law(double sigma) {
  const auto high = static_cast<std::int64_t>(7 * sigma) + 3;
  return {oracle::DiscreteGaussianMass(sigma * sigma), -high, high};
}

// For huge sigma: the law of floor(4 X / sigma), a rounded normal up to 1 / sigma.
inline Law rounded_normal_law() {
  const auto below = [](double x) { return 0.5 * std::erfc(-x / 4 / std::sqrt(2.0)); };
  return {[below](std::int64_t cell) {
            return below(static_cast<double>(cell + 1)) - below(static_cast<double>(cell));
          },
          -28, 28};
}

} // namespace poise::internal::bench
