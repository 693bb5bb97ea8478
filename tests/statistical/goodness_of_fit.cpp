// Chernoff bounds on every cell, united over all cells.
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <cmath>

namespace poise::internal::statistical {
namespace {

double divergence(double q, double p) {
  const auto part = [](double a, double b) { return a <= 0 ? 0.0 : a * std::log(a / std::max(b, 1e-300)); };
  return part(q, p) + part(1 - q, 1 - p);
}

std::string describe(const char *relation, std::int64_t x, double observed, double expected, double n) {
  return "P(X " + std::string(relation) + " " + std::to_string(x) + "): observed " +
         std::to_string(observed) + ", expected " + std::to_string(expected) + " in " + std::to_string(n) +
         " draws";
}

} // namespace

std::string misfit(const Counts &counts, const std::function<double(std::int64_t)> &mass, std::int64_t low,
                   std::int64_t high, double alarm) {
  if (counts.draws() == 0) return "no draws";
  const auto n = static_cast<double>(counts.draws());
  const auto cells = static_cast<double>(2 * (high - low + 1) + 1);
  const double threshold = std::log(2 * cells / alarm);
  const auto &seen = counts.by_outcome();
  double outside = 0;
  for (const auto &[outcome, times] : seen) {
    if (outcome < low || outcome > high) outside += static_cast<double>(times);
  }
  // Lower tails count only what lies inside, so that the mass below `low` need not be known.
  double observed_sum = 0;
  double expected_sum = 0;
  for (std::int64_t x = low; x <= high; ++x) {
    const auto found = seen.find(x);
    const double observed = found == seen.end() ? 0 : static_cast<double>(found->second) / n;
    const double expected = mass(x);
    if (n * divergence(observed, expected) > threshold) return describe("=", x, observed, expected, n);
    observed_sum += observed;
    expected_sum += expected;
    if (n * divergence(std::min(observed_sum, 1.0), std::min(expected_sum, 1.0)) > threshold)
      return describe("<=", x, observed_sum, expected_sum, n);
  }
  const double expected_outside = std::max(0.0, 1 - expected_sum);
  if (n * divergence(outside / n, expected_outside) > threshold)
    return describe("outside, from", low, outside / n, expected_outside, n);
  return {};
}

std::string two_sample_misfit(const Counts &a, const Counts &b, double alarm) {
  std::map<std::int64_t, std::pair<std::uint64_t, std::uint64_t>> both;
  for (const auto &[x, times] : a.by_outcome()) both[x].first = times;
  for (const auto &[x, times] : b.by_outcome()) both[x].second = times;
  const auto n = static_cast<double>(a.draws());
  const auto m = static_cast<double>(b.draws());
  const double threshold = std::log(4 * static_cast<double>(2 * both.size()) / alarm);
  // Given the pooled sample the cells are fixed and, if both laws are one, each count is
  // hypergeometric with the pooled share as its mean. Hoeffding (1963): it is at least as
  // concentrated as the binomial, so each sample obeys the Chernoff bound around that share;
  // for the sum to exceed twice the threshold one of the two must exceed it.
  const auto tells_apart = [&](double times_a, double times_b) {
    const double pooled = (times_a + times_b) / (n + m);
    return n * divergence(times_a / n, pooled) + m * divergence(times_b / m, pooled) > 2 * threshold;
  };
  double sum_a = 0;
  double sum_b = 0;
  for (const auto &[x, times] : both) {
    const auto here_a = static_cast<double>(times.first);
    const auto here_b = static_cast<double>(times.second);
    sum_a += here_a;
    sum_b += here_b;
    if (tells_apart(here_a, here_b)) return describe("=", x, here_a / n, here_b / m, n);
    if (tells_apart(sum_a, sum_b)) return describe("<=", x, sum_a / n, sum_b / m, n);
  }
  return {};
}

} // namespace poise::internal::statistical
