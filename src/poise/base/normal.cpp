// The quantile by halving: the distribution function rises from left to right.
#include "poise/base/normal.h"

#include <cmath>
#include <numbers>

namespace poise::internal {

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

double normal_quantile(double p) {
  if (p > 0.5) return -normal_quantile(1 - p);
  double low = -40, high = 0;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (normal_cdf(middle) < p ? low : high) = middle;
  }
  return high;
}

} // namespace poise::internal
