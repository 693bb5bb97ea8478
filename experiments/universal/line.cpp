// The textbook's formulas, around the middle of the points.
#include "experiments/universal/line.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace poise::internal::experiments {

Line least_squares(std::span<const double> x, std::span<const double> y) {
  if (x.size() != y.size() || x.size() < 2)
    throw std::logic_error("poise: a line needs two points at least, with as many x as y");
  const auto points = static_cast<double>(x.size());
  const double middle_x = std::accumulate(x.begin(), x.end(), 0.0) / points;
  const double middle_y = std::accumulate(y.begin(), y.end(), 0.0) / points;
  double across = 0, together = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    across += (x[i] - middle_x) * (x[i] - middle_x);
    together += (x[i] - middle_x) * (y[i] - middle_y);
  }
  if (across == 0) throw std::logic_error("poise: a line needs two different x");
  const double slope = together / across, intercept = middle_y - slope * middle_x;
  double left = 0;
  for (std::size_t i = 0; i < x.size(); ++i) left += std::pow(y[i] - intercept - slope * x[i], 2);
  return {slope, intercept,
          x.size() < 3 ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(left / (points - 2) / across)};
}

} // namespace poise::internal::experiments
