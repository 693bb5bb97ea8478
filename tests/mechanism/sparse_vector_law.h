// The exact law of a search by the sparse vector technique, from its definition.
#pragma once

#include "oracle/exact_masses.h"
#include "poise/mechanism/sparse_vector.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace poise::internal {

struct SparseVectorRates {
  long double threshold, count;

  SparseVectorRates(long double of_threshold, long double of_count)
      : threshold(of_threshold), count(of_count) {}
  explicit SparseVectorRates(const SearchRates &rates)
      : threshold(static_cast<long double>(rates.threshold.get_d())),
        count(static_cast<long double>(rates.count.get_d())) {}
};

// P(Z > x) of discrete Laplace noise.
inline long double laplace_above(long double rate, long x) {
  const long double p = std::exp(-rate);
  return x >= 0 ? std::exp(-rate * static_cast<long double>(x + 1)) / (1 + p)
                : 1 - std::exp(rate * static_cast<long double>(x)) / (1 + p);
}

// The chance to stop at the first, second, … count it comes to, and never to. The way down is the way up of
// all counts negated, in turned order.
inline std::vector<long double> sparse_vector_law(std::vector<long> counts, const CountSearch &search,
                                                  const SparseVectorRates &rates) {
  const auto last = static_cast<std::ptrdiff_t>(std::min(search.last, counts.size() - 1));
  counts = {counts.begin() + static_cast<std::ptrdiff_t>(search.first), counts.begin() + last + 1};
  Rational threshold = search.threshold;
  if (search.walk == Walk::down) {
    std::ranges::reverse(counts);
    for (long &count : counts) count = -count;
    threshold = -threshold;
  }
  std::vector<long double> law(counts.size() + 1);
  std::vector<long> above; // whole numbers are above the threshold when they are above its floor
  for (std::size_t i = 0; i < counts.size(); ++i)
    above.push_back(floor(threshold - search.ramp * Rational(Integer(i))).get_si() - counts[i]);
  // What is left out is beyond all counts, and smaller by exp(-50) than what is not.
  const long furthest = std::max(std::abs(std::ranges::min(above)), std::abs(std::ranges::max(above)));
  const long reach = furthest + static_cast<long>(50 / rates.threshold);
  for (long t = -reach; t <= reach; ++t) {
    long double chance = oracle::discrete_laplace_mass(static_cast<double>(rates.threshold), t);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const long double stops = laplace_above(rates.count, above[i] + t);
      law[i] += chance * stops;
      chance *= laplace_above(rates.count, -above[i] - t - 1); // P(Z <= x), without a difference
    }
    law.back() += chance;
  }
  return law;
}

inline long double largest_log_ratio(const std::vector<long double> &p, const std::vector<long double> &q) {
  long double worst = 0;
  for (std::size_t i = 0; i < p.size(); ++i) worst = std::max(worst, std::fabs(std::log(p[i] / q[i])));
  return worst;
}

inline long double renyi(const std::vector<long double> &p, const std::vector<long double> &q,
                         long double alpha) {
  long double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    sum += std::exp(alpha * std::log(p[i]) + (1 - alpha) * std::log(q[i]));
  return std::log(sum) / (alpha - 1);
}

} // namespace poise::internal
