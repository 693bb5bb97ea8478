// Words and tick labels: how wide they are, and drawing them.
#pragma once

#include "experiments/chart/axis.h"

#include <cairo.h>
#include <string>

namespace poise::internal::experiments {

enum class Anchor { start, middle, end };

// A line of text at a size (in points of the picture's own unit).
struct Text {
  std::string words;
  double size;
  bool bold = false;
};

// In the picture: x to the right, y downwards.
struct Place {
  double x, y;
};

double width_of(cairo_t *cairo, const Text &text);
double width_of(cairo_t *cairo, const Tick &tick, double size);

// The text if it is no wider than so much; else a little smaller; else cut off with an ellipsis.
Text fitted(cairo_t *cairo, Text text, double width);

// The anchor lies on the baseline.
void draw_text(cairo_t *cairo, const Text &text, const Place &at, Anchor anchor);
// From bottom to top, its middle here.
void draw_text_upwards(cairo_t *cairo, const Text &text, const Place &at);
void draw_tick_label(cairo_t *cairo, const Tick &tick, double size, const Place &at, Anchor anchor);

} // namespace poise::internal::experiments
