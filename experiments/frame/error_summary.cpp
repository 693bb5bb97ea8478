// Means of sorted errors.
#include "experiments/frame/error_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace poise::experiments {
namespace {

double mean_of(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

} // namespace

ErrorSummary summarise(std::vector<double> errors) {
  std::sort(errors.begin(), errors.end());
  const std::size_t n = errors.size(), cut = n / 10;
  const double mean = mean_of(errors);
  double squares = 0;
  for (const double error : errors) squares += (error - mean) * (error - mean);
  return ErrorSummary{.trimmed_mean = mean_of(std::span(errors).subspan(cut, n - 2 * cut)),
                      .mean = mean,
                      .median = (errors[(n - 1) / 2] + errors[n / 2]) / 2,
                      .sd = n < 2 ? 0 : std::sqrt(squares / static_cast<double>(n - 1))};
}

} // namespace poise::experiments
