// Shapes of markers are paths around their centre, which every one of them covers.
#include "experiments/chart/draw_series.h"

#include <cmath>
#include <numbers>

namespace poise::internal::experiments {
namespace {

constexpr double line_width = 1.3;
constexpr double bar_width = 2.2;     // of the markers that are made of strokes
constexpr double outline_width = 0.5; // white, between a marker and what lies under it

void choose_colour(cairo_t *cairo, const Colour &colour) {
  cairo_set_source_rgb(cairo, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

// Corners on a circle, the first at this angle from the top; of a star, every second lies further in.
void polygon(cairo_t *cairo, int corners, double radius, double first_degrees, double inner_radius) {
  for (int i = 0; i < corners; ++i) {
    const double angle = (first_degrees + 360.0 * i / corners) * std::numbers::pi / 180;
    const double distance = i % 2 == 0 ? radius : inner_radius;
    cairo_line_to(cairo, distance * std::sin(angle), -distance * std::cos(angle));
  }
  cairo_close_path(cairo);
}

void regular(cairo_t *cairo, int corners, double radius, double first_degrees) {
  polygon(cairo, corners, radius, first_degrees, radius);
}

void bars(cairo_t *cairo, double radius, double first_degrees) {
  for (int i = 0; i < 2; ++i) {
    const double angle = (first_degrees + 90.0 * i) * std::numbers::pi / 180;
    cairo_move_to(cairo, radius * std::sin(angle), radius * std::cos(angle));
    cairo_line_to(cairo, -radius * std::sin(angle), -radius * std::cos(angle));
  }
}

bool made_of_bars(Marker marker) { return marker == Marker::plus || marker == Marker::cross; }

// Factors make the areas look alike.
void outline(cairo_t *cairo, Marker marker, double radius) {
  switch (marker) {
  case Marker::circle:
    return cairo_arc(cairo, 0, 0, radius, 0, 2 * std::numbers::pi);
  case Marker::square:
    return regular(cairo, 4, 1.1 * radius, 45);
  case Marker::triangle:
    return regular(cairo, 3, 1.2 * radius, 0);
  case Marker::diamond:
    return regular(cairo, 4, 1.2 * radius, 0);
  case Marker::triangle_down:
    return regular(cairo, 3, 1.2 * radius, 180);
  case Marker::plus:
    return bars(cairo, 1.15 * radius, 0);
  case Marker::star:
    return polygon(cairo, 10, 1.4 * radius, 0, 0.6 * radius);
  case Marker::cross:
    return bars(cairo, 1.15 * radius, 45);
  case Marker::pentagon:
    return regular(cairo, 5, 1.1 * radius, 0);
  }
}

} // namespace

void draw_line(cairo_t *cairo, const Style &style, std::span<const Place> points) {
  choose_colour(cairo, style.colour);
  cairo_set_line_width(cairo, line_width);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash(cairo, style.dashes.data(), static_cast<int>(style.dashes.size()), 0);
  cairo_new_path(cairo);
  for (const Place &point : points) cairo_line_to(cairo, point.x, point.y);
  cairo_stroke(cairo);
  cairo_set_dash(cairo, nullptr, 0, 0);
}

void draw_marker(cairo_t *cairo, const Style &style, const Place &centre) {
  const bool stroked = made_of_bars(style.marker);
  cairo_save(cairo);
  cairo_translate(cairo, centre.x, centre.y);
  cairo_new_path(cairo);
  outline(cairo, style.marker, style.marker_radius);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_set_line_width(cairo, 2 * outline_width + (stroked ? bar_width : 0));
  cairo_stroke_preserve(cairo);
  choose_colour(cairo, style.colour);
  cairo_set_line_width(cairo, bar_width);
  stroked ? cairo_stroke(cairo) : cairo_fill(cairo);
  cairo_restore(cairo);
}

} // namespace poise::internal::experiments
