// What a figure leaves behind: a table for programs, a picture for people.
#pragma once

#include "experiments/frame/trials.h"

namespace poise::internal::experiments {

// One line a point: panel, x, series, trials, and the errors in four ways. Published ones have a mean alone.
std::string to_csv(const Figure &figure, const std::vector<Point> &points);

// Trimmed means against x, a line a series, a frame a panel; beside published results, which are plain means,
// plain means.
Chart to_chart(const Figure &figure, const std::vector<Point> &points);

} // namespace poise::internal::experiments
