// By moments where all errors count, by order where the largest do.
#include "poise/forecast/expected_norm.h"

#include "poise/forecast/column_law.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace poise {
namespace {

// (E |Z|^p)^(1/p)
double moment(double p) {
  return std::exp((p / 2 * std::numbers::ln2 + std::lgamma((p + 1) / 2) - std::log(std::numbers::pi) / 2) /
                  p);
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
           std::exp(std::lgamma((degrees + 1) / 2) - std::lgamma(degrees / 2) + std::log(2 / degrees) / 2);
  }
  return largest * std::pow(mean, 1 / p) * (1 + (1 / p) * (1 / p - 1) / 2 * variance / (mean * mean));
}

// For large p the largest errors count: numbers as they stand in order, on average.
double norm_by_order(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double p) {
  const double largest = std::ranges::max(sizes);
  if (!(largest > 0) || std::isinf(largest)) return largest;
  constexpr int places = 200;
  double sum = 0;
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (int k = 0; k < places; ++k) {
      // Ranks from the largest down, ever further apart: the first stands for the first.
      const double count = groups[i].count;
      const double from = k == 0 ? 0 : std::pow(count, (k - 1.0) / (places - 1));
      const double to = std::pow(count, static_cast<double>(k) / (places - 1));
      if (to <= from) continue;
      const double size = -normal_quantile((from + to) / 2 / (count + 0.5) / 2) * sizes[i] / largest;
      sum += (to - from) * std::pow(size / 8, p);
    }
  return largest * 8 * std::pow(sum, 1 / p);
}

} // namespace

double expected_norm(const std::vector<ColumnGroup> &groups, const std::vector<double> &sizes, double norm) {
  return norm <= 4 ? norm_by_moments(groups, sizes, norm) : norm_by_order(groups, sizes, norm);
}

} // namespace poise
