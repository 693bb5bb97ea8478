// The exact divergence between a discrete Gaussian and the same one shifted.
#pragma once

#include <cmath>
#include <cstdlib>

namespace poise::internal {

// Rényi divergence of order alpha between N_Z(0, s2) and the same shifted by an integer,
// summed term by term over everything that is not negligible in long double.
inline long double shifted_renyi(long shift, long double s2, long double alpha) {
  const long reach =
      60 + static_cast<long>(std::sqrt(s2) * 60 + static_cast<long double>(std::abs(shift)) * alpha);
  const auto log_mass = [&](long x) {
    return -static_cast<long double>(x) * static_cast<long double>(x) / (2 * s2);
  };
  long double total = 0, sum = 0;
  for (long x = -reach; x <= reach; ++x) {
    total += std::exp(log_mass(x));
    sum += std::exp(alpha * log_mass(x) + (1 - alpha) * log_mass(x - shift));
  }
  return std::log(sum / total) / (alpha - 1);
}

} // namespace poise::internal
