// Textbook mechanisms, once bounds are known.
#include "experiments/universal/doubles_with_noise.h"

#include <algorithm>
#include <cmath>

namespace poise::internal::experiments {

double laplace(double scale, Bits &bits) {
  const double u = (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53;
  return scale * (u < 0.5 ? std::log(2 * u) : -std::log(2 * (1 - u)));
}

double bounded_mean(std::span<const double> numbers, const Bounds &bounds, double epsilon, Bits &bits) {
  double sum = 0;
  for (const double number : numbers) sum += bounds.clamp(number) - bounds.middle();
  const auto rows = static_cast<double>(numbers.size());
  return bounds.middle() + (sum + laplace(bounds.length() / epsilon, bits)) / rows;
}

double bounded_variance(std::span<const double> numbers, const Bounds &bounds, double epsilon, Bits &bits) {
  double sum = 0, squares = 0;
  for (const double number : numbers) {
    const double apart = bounds.clamp(number) - bounds.middle();
    sum += apart;
    squares += apart * apart;
  }
  const auto rows = static_cast<double>(numbers.size());
  const double half = bounds.length() / 2, each = epsilon / 2;
  const double mean = (sum + laplace(bounds.length() / each, bits)) / rows;
  return std::max(0.0, (squares + laplace(half * half / each, bits)) / rows - mean * mean);
}

} // namespace poise::internal::experiments
