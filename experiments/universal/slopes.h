// How errors fall with n, as numbers.
#pragma once

#include "experiments/frame/trials.h"
#include "experiments/universal/line.h"

#include <optional>

namespace poise::internal::experiments {

enum class ErrorMeasure { rmse, median };

// The slope of log(error) against log(n) for one series of one panel, from n = `least` on; points without an
// answer, or without an error, are left out, and nothing is told about fewer than three.
std::optional<Line> slope_of(const std::vector<Point> &points, std::string_view panel,
                             std::string_view series, double least, ErrorMeasure measure);

// The points, then the slopes of every series: from all n, and from n = 10^4 on.
std::string slopes_table(const Figure &figure, const std::vector<Point> &points);

} // namespace poise::internal::experiments
