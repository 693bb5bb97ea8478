// A straight line through points, by least squares.
#pragma once

#include <span>

namespace poise::internal::experiments {

struct Line {
  double slope, intercept;
  double slope_std_error; // from the points' distances to the line; not a number for two points
};

// Through at least two points that do not stand above each other; x and y have the same length.
Line least_squares(std::span<const double> x, std::span<const double> y);

} // namespace poise::internal::experiments
