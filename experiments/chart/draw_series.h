// Lines and markers in the style of their series.
#pragma once

#include "experiments/chart/style.h"
#include "experiments/chart/text.h"

#include <cairo.h>
#include <span>

namespace poise::internal::experiments {

void draw_line(cairo_t *cairo, const Style &style, std::span<const Place> points);
void draw_marker(cairo_t *cairo, const Style &style, const Place &centre);

} // namespace poise::internal::experiments
