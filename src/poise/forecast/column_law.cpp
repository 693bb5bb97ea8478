// Closed forms for the two shapes.
#include "poise/forecast/column_law.h"

#include "poise/base/normal.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poise::internal {
namespace {

double normal_density(double x) { return std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi); }

} // namespace

// exp(s Z) has mean m = exp(s^2 / 2), median 1 and standard deviation m sqrt(exp(s^2) - 1).
ColumnLaw::ColumnLaw(double skew) : skew_(skew), density_at_median_(normal_density(0)) {
  if (skew_ <= 0) return;
  mean_ = std::exp(skew_ * skew_ / 2);
  std_ = mean_ * std::sqrt(std::expm1(skew_ * skew_));
  median_ = (1 - mean_) / std_;
  density_at_median_ = normal_density(0) / skew_ * std_;
}

double ColumnLaw::above(double x) const {
  if (skew_ <= 0) return normal_cdf(-x);
  const double y = mean_ + std_ * x;
  return y <= 0 ? 1 : normal_cdf(-std::log(y) / skew_);
}

double ColumnLaw::excess_above(double x) const {
  if (skew_ <= 0) return std::max(0.0, normal_density(x) - x * normal_cdf(-x));
  const double y = mean_ + std_ * x;
  if (y <= 0) return -x;
  const double z = std::log(y) / skew_;
  return std::max(0.0, (mean_ * normal_cdf(skew_ - z) - y * normal_cdf(-z)) / std_);
}

double ColumnLaw::square_above(double x) const {
  if (skew_ <= 0) return std::max(0.0, (1 + x * x) * normal_cdf(-x) - x * normal_density(x));
  const double y = mean_ + std_ * x;
  if (y <= 0) return 1 + x * x;
  const double z = std::log(y) / skew_, square = std::exp(2 * skew_ * skew_);
  return std::max(0.0, (square * normal_cdf(2 * skew_ - z) - 2 * y * mean_ * normal_cdf(skew_ - z) +
                        y * y * normal_cdf(-z)) /
                           (std_ * std_));
}

double ColumnLaw::outside(double c, double r) const { return above(c + r) + 1 - above(c - r); }

// E max(0, x - X) = x + E max(0, X - x), as the mean is 0.
double ColumnLaw::cut_off(double c, double r) const {
  const double below = std::max(0.0, c - r + excess_above(c - r));
  return below - excess_above(c + r);
}

double ColumnLaw::one_sided() const {
  constexpr double far = 3;
  const double up = above(far), down = 1 - above(-far);
  return (up - down) / (up + down);
}

double ColumnLaw::cut_noise(double c, double r) const {
  const double x = c - r, below = std::max(0.0, 1 + x * x - square_above(x));
  return below + square_above(c + r);
}

} // namespace poise::internal
