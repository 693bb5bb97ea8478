// Means of sorted errors.
#include "experiments/frame/error_summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace poise::internal::experiments {
namespace {

double mean_of(std::span<const double> numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

// Squares in units of the largest error: answers that are far beyond everything do occur.
struct RootMeanSquare {
  double value, std_error;
};

RootMeanSquare root_mean_square(std::span<const double> sorted) {
  const auto n = static_cast<double>(sorted.size());
  const double unit = sorted.back();
  if (unit == 0 || std::isinf(unit)) return {unit, unit};
  std::vector<double> squares;
  for (const double error : sorted) squares.push_back(error / unit * (error / unit));
  const double mean = mean_of(squares);
  double spread = 0;
  for (const double square : squares) spread += (square - mean) * (square - mean);
  return {unit * std::sqrt(mean), n < 2 ? 0 : unit * std::sqrt(spread / (n - 1) / n / mean) / 2};
}

} // namespace

ErrorSummary summarise(std::vector<double> errors) {
  std::sort(errors.begin(), errors.end());
  const std::size_t n = errors.size(), cut = n / 10;
  const double mean = mean_of(errors);
  double squares = 0;
  for (const double error : errors) squares += (error - mean) * (error - mean);
  const RootMeanSquare rms = root_mean_square(errors);
  return ErrorSummary{.trimmed_mean = mean_of(std::span(errors).subspan(cut, n - 2 * cut)),
                      .mean = mean,
                      .median = errors[(n - 1) / 2] / 2 + errors[n / 2] / 2,
                      .sd = n < 2 ? 0 : std::sqrt(squares / static_cast<double>(n - 1)),
                      .rmse = rms.value,
                      .rmse_std_error = rms.std_error};
}

} // namespace poise::internal::experiments
