// By moments where all errors count, by order where the largest do.
#include "poise/forecast/expected_norm.h"

#include "poise/base/normal.h"
#include "poise/forecast/column_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poise::internal {
namespace {

// Stirling's series where it is good to ten digits. The one of the C library writes to a global variable.
double log_gamma(double x) {
  double shift = 0;
  while (x < 10) {
    shift += std::log(x);
    x += 1;
  }
  return (x - 0.5) * std::log(x) - x + std::log(2 * std::numbers::pi) / 2 + 1 / (12 * x) -
         1 / (360 * x * x * x) - shift;
}

// (E |Z|^p)^(1/p)
double moment(double p) {
  return std::exp((p / 2 * std::numbers::ln2 + log_gamma((p + 1) / 2) - std::log(std::numbers::pi) / 2) / p);
}

// For small p the sum of p-th powers is near its mean; the second term says how far its root is below.
double norm_by_moments(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double p) {
  const double largest = std::ranges::max(sizes);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  const double first = std::pow(moment(p), p), second = std::pow(moment(2 * p), 2 * p) - first * first;
  double mean = 0, variance = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const double power = std::pow(sizes[i] / largest, p);
    mean += groups[i].count * power * first;
    variance += groups[i].count * power * power * second;
  }
  if (p == 2) { // the mean of a root of chi-squared with as many degrees as fit
    const double degrees = 2 * mean * mean / variance;
    return largest * std::sqrt(mean) *
           std::exp(log_gamma((degrees + 1) / 2) - log_gamma(degrees / 2) + std::log(2 / degrees) / 2);
  }
  return largest * std::pow(mean, 1 / p) * (1 + (1 / p) * (1 / p - 1) / 2 * variance / (mean * mean));
}

// The size that so many of all errors are expected to be above.
double size_of_rank(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double rank) {
  const auto above = [&](double x) {
    double expected = 0;
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (sizes[i] > 0) expected += groups[i].count * 2 * normal_cdf(-x / sizes[i]);
    return expected;
  };
  double low = 0, high = 40 * std::ranges::max(sizes);
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (above(middle) > rank ? low : high) = middle;
  }
  return high;
}

// For large p the largest errors count: all in order, ranks ever further apart.
double norm_by_order(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double p) {
  const double largest = std::ranges::max(sizes);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  double columns = 0;
  for (const ColumnGroup &group : groups) columns += group.count;
  const double first = size_of_rank(groups, sizes, 0.5);
  double sum = 0;
  double from = 0;
  while (from < columns) {
    const double to = std::min(columns, std::max(from + 1, 1.3 * from));
    const double size = size_of_rank(groups, sizes, (from + to) / 2);
    sum += (to - from) * std::pow(size / first, p);
    from = to;
  }
  return first * std::pow(sum, 1 / p);
}

} // namespace

double expected_norm(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double norm) {
  return norm <= 4 ? norm_by_moments(groups, sizes, norm) : norm_by_order(groups, sizes, norm);
}

} // namespace poise::internal
