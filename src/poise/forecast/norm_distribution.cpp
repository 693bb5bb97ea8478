// Three cumulants and a chi-squared law that has them; for heavy tails, one large cell.
#include "poise/forecast/norm_distribution.h"

#include "poise/base/normal.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {

void NormDistribution::add(double count, double spread, double off) {
  const double s2 = spread * spread, o2 = off * off;
  first_ += count * (s2 + o2);
  second_ += count * (2 * s2 * s2 + 4 * s2 * o2);
  third_ += count * (8 * s2 * s2 * s2 + 24 * s2 * s2 * o2);
  spread_squares_ += count * s2;
  columns_ += count;
  if (law_.skew() > 0) parts_.push_back({count, spread, off});
}

void NormDistribution::add_bits(double count, double share, double length) {
  const double square = length * length, variance = share * (1 - share);
  first_ += count * share * square;
  second_ += count * variance * square * square;
  third_ += count * variance * std::abs(1 - 2 * share) * square * square * square;
  spread_squares_ += count * variance * square;
  columns_ += count;
}

// Squares are (1 - q)^2 or q^2, which differ by 1 - 2 q.
void NormDistribution::add_centred_bits(double count, double share) {
  const double variance = share * (1 - share), apart = 1 - 2 * share;
  first_ += count * variance;
  second_ += count * variance * apart * apart;
  third_ += count * variance * apart * apart * apart * apart;
  spread_squares_ += count * variance;
  columns_ += count;
}

void NormDistribution::add_shift(double squared_off) {
  first_ += squared_off;
  if (columns_ > 0) second_ += 4 * spread_squares_ / columns_ * squared_off;
}

// k1 + sqrt(k2) (chi2_v - v) / sqrt(2 v) has the same three cumulants for v = 8 k2^3 / k3^2; and a root of
// the third order of chi2_v / v is nearly normal (Wilson and Hilferty).
double NormDistribution::body_above(double square) const {
  if (!(second_ > 0)) return square < first_ ? 1 : 0;
  const double v = third_ > 0 ? std::min(1e9, 8 * second_ * second_ * second_ / (third_ * third_)) : 1e9;
  const double chi = v + (square - first_) * std::sqrt(2 * v / second_);
  if (chi <= 0) return 1;
  return normal_cdf(-(std::cbrt(chi / v) - 1 + 2 / (9 * v)) / std::sqrt(2 / (9 * v)));
}

double NormDistribution::jump_above(double square) const {
  double expected = 0;
  for (const Part &part : parts_) {
    const double own = part.spread * part.spread + part.off * part.off;
    const double left = square - std::min(first_ - own, 0.7 * square);
    expected += part.count * law_.outside(part.off / part.spread, std::sqrt(left) / part.spread);
  }
  return -std::expm1(-expected);
}

double NormDistribution::above(double r) const {
  if (r < 0) return 1;
  const double body = body_above(r * r);
  return parts_.empty() ? body : std::max(body, jump_above(r * r));
}

double NormDistribution::length(double share) const {
  double low = 0, high = std::sqrt(first_) + 1e-300;
  for (int i = 0; i < 200 && above(high) > share; ++i) {
    low = high;
    high *= 1.5;
  }
  for (int i = 0; i < 32; ++i) {
    const double middle = (low + high) / 2;
    (above(middle) > share ? low : high) = middle;
  }
  return high;
}

// E (1 - r / L)+ is the integral of P(L > l) r / l^2 over l > r, E (L - r)+^2 that of P(L > l) 2 (l - r).
// Steps are as wide as P falls slowly, and grow.
NormDistribution::Clipped NormDistribution::clipped(double r) const {
  const double beyond = above(r);
  Clipped sum{0, 0, 0};
  if (beyond < 1e-15 || !(r > 0)) return sum;
  double step = 1e-3;
  while (step < 8 && above(r * (1 + step)) > beyond / 2) step *= 1.5;
  step /= 4;
  double from = r, value = beyond;
  for (int i = 0; i < 80 && value > 1e-5 * beyond; ++i) {
    const double to = from + step * r, next = above(to), middle = (from + to) / 2,
                 average = (value + next) / 2;
    sum.shrinkage += (to - from) * average * r / (middle * middle);
    sum.excess += (to - from) * average;
    sum.square += (to - from) * average * 2 * (middle - r);
    from = to;
    value = next;
    if (i >= 8) step *= 1.25;
  }
  return sum;
}

} // namespace poise::internal
