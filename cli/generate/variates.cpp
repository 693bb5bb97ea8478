// Transforms of uniform numbers.
#include "cli/generate/variates.h"

#include <cmath>
#include <numeric>

namespace poise::internal::cli {

double exponential(double x) {
  constexpr double log_two = 0.6931471805599453;
  const int doublings = static_cast<int>(x / log_two);
  const double rest = x - doublings * log_two; // within (-log 2, log 2)
  double sum = 1;
  for (int k = 20; k > 0; --k) sum = 1 + sum * rest / k;
  return std::ldexp(sum, doublings);
}

double pareto_four_thirds(Bits &bits) {
  const double root = std::sqrt(uniform(bits));
  return 1 / (root * std::sqrt(root));
}

double pareto_two(Bits &bits) { return 1 / std::sqrt(uniform(bits)); }

std::size_t pick(std::span<const unsigned> weights, Bits &bits) {
  const auto total = std::accumulate(weights.begin(), weights.end(), std::uint64_t{0});
  std::uint64_t left = uniform_below(total, bits);
  std::size_t index = 0;
  while (left >= weights[index]) left -= weights[index++];
  return index;
}

} // namespace poise::internal::cli
