// Tables and charts of the universal estimators: root mean squared errors, refusals, and one version against
// the other.
#pragma once

#include "experiments/frame/trials.h"

#include <optional>

namespace poise::internal::experiments {

// RMSE of universal-tuned over that of universal. Both had the same data: the standard error, by the delta
// method, is that of paired trials.
struct Comparison {
  double ratio, std_error;
};

// universal-tuned against universal in the cell of `tuned`: nothing where one of them did not answer.
std::optional<Comparison> against_published(const Point &tuned, const std::vector<Point> &points);

// What universal-tuned promises: never worse than this many times universal …
inline constexpr double never_worse_than = 1.05;
// … and so much better where it has to shine.
inline constexpr double at_most_where_it_shines = 0.5;

// One line a point, with RMSE, its standard error and refusals; behind each of universal-tuned the comparison
// and a verdict: "holds", "fails", or who refuses. That it is never worse, everywhere; or that it shines,
// where x is 1.
std::string never_worse_table(const Figure &figure, const std::vector<Point> &points);
std::string shining_table(const Figure &figure, const std::vector<Point> &points);

// RMSE against x. Panels have ranges of their own: distributions differ by more than methods do.
// An error beyond 1e15 is left out.
Chart rmse_chart(const Figure &figure, const std::vector<Point> &points);

} // namespace poise::internal::experiments
