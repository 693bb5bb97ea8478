// Inverse transforms where there are some; gamma numbers by Marsaglia and Tsang.
#include "experiments/flagship/laws.h"

#include "experiments/frame/sample.h"

#include <array>
#include <cmath>

namespace poise::internal::experiments {

double uniform_draw(Bits &bits) { return (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53; }

double normal_draw(Bits &bits) {
  std::array<double, 1> one{};
  fill_normal(one, bits);
  return one[0];
}

double exponential_draw(Bits &bits) { return -std::log(uniform_draw(bits)); }

double laplace_draw(Bits &bits) {
  const double size = exponential_draw(bits);
  return chance(0.5, bits) ? size : -size;
}

double logistic_draw(Bits &bits) {
  const double u = uniform_draw(bits);
  return std::log(u / (1 - u));
}

double gumbel_draw(Bits &bits) { return -std::log(exponential_draw(bits)); }

double gamma_draw(double shape, Bits &bits) {
  if (shape < 1) return gamma_draw(shape + 1, bits) * std::pow(uniform_draw(bits), 1 / shape);
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal_draw(bits), root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (std::log(uniform_draw(bits)) < x * x / 2 + d - d * v + d * std::log(v)) return d * v;
  }
}

double student_draw(double freedom, Bits &bits) {
  const double chi = 2 * gamma_draw(freedom / 2, bits);
  return normal_draw(bits) / std::sqrt(chi / freedom);
}

double beta_draw(double a, double b, Bits &bits) {
  const double x = gamma_draw(a, bits), y = gamma_draw(b, bits);
  return x / (x + y);
}

double poisson_draw(double mean, Bits &bits) {
  const double least = std::exp(-mean);
  double product = uniform_draw(bits), count = 0;
  for (; product > least; ++count) product *= uniform_draw(bits);
  return count;
}

bool chance(double probability, Bits &bits) { return uniform_draw(bits) < probability; }

} // namespace poise::internal::experiments
