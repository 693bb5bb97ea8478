// Grid below, lines above it, frame and words last.
#include "experiments/chart/draw_panel.h"

#include "experiments/chart/draw_series.h"

#include <algorithm>
#include <cmath>

namespace poise::internal::experiments {
namespace {

constexpr double panel_title_size = 14, no_data_size = 15;
constexpr double major_tick = 5, minor_tick = 2.5;
constexpr double hairline = 0.5, frame_line = 1;

void choose_grey(cairo_t *cairo, double lightness) {
  cairo_set_source_rgb(cairo, lightness, lightness, lightness);
}

// Near this position, but so that a straight line of this width covers whole pixels and is sharp.
double sharp(double position, double line_width) {
  const bool odd = std::lround(line_width * pixels_per_unit) % 2 == 1;
  const double pixel = position * pixels_per_unit;
  return (odd ? std::floor(pixel) + 0.5 : std::round(pixel)) / pixels_per_unit;
}

void add_segment(cairo_t *cairo, const Place &from, const Place &to) {
  cairo_move_to(cairo, from.x, from.y);
  cairo_line_to(cairo, to.x, to.y);
}

// Helps with one axis of a panel: where its ticks are, in the picture.
struct DrawnAxis {
  const Box &plot;
  const Range &range;
  Scale scale;
  bool vertical;

  double position(double value) const {
    const double fraction = fraction_along(value, range, scale);
    return vertical ? plot.bottom() - plot.height * fraction : plot.left + plot.width * fraction;
  }
  // A tick, or with the length of the frame a line of the grid.
  void add_tick(cairo_t *cairo, double value, double length, double line_width) const {
    const double p = sharp(position(value), line_width);
    if (vertical)
      add_segment(cairo, {plot.left, p}, {plot.left + length, p});
    else
      add_segment(cairo, {p, plot.bottom()}, {p, plot.bottom() - length});
  }
};

void draw_grid(cairo_t *cairo, const DrawnAxis &axis, const Ticks &ticks) {
  const double length = axis.vertical ? axis.plot.width : axis.plot.height;
  for (const Tick &tick : ticks.major) axis.add_tick(cairo, tick.value, length, hairline);
  choose_grey(cairo, 0.86);
  cairo_set_line_width(cairo, hairline);
  cairo_stroke(cairo);
}

void draw_ticks(cairo_t *cairo, const DrawnAxis &axis, const Ticks &ticks) {
  choose_grey(cairo, 0.15);
  for (const Tick &tick : ticks.major) axis.add_tick(cairo, tick.value, major_tick, frame_line);
  for (const double value : ticks.minor) axis.add_tick(cairo, value, minor_tick, frame_line);
  cairo_set_line_width(cairo, frame_line);
  cairo_stroke(cairo);
  for (const Tick &tick : ticks.major) {
    const double p = axis.position(tick.value);
    if (axis.vertical)
      draw_tick_label(cairo, tick, tick_label_size, {axis.plot.left - 6, p + 0.36 * tick_label_size},
                      Anchor::end);
    else
      draw_tick_label(cairo, tick, tick_label_size, {p, axis.plot.bottom() + 18}, Anchor::middle);
  }
}

void draw_frame(cairo_t *cairo, const Box &plot) {
  const double left = sharp(plot.left, frame_line), top = sharp(plot.top, frame_line);
  choose_grey(cairo, 0.15);
  cairo_set_line_width(cairo, frame_line);
  cairo_rectangle(cairo, left, top, sharp(plot.right(), frame_line) - left,
                  sharp(plot.bottom(), frame_line) - top);
  cairo_stroke(cairo);
}

void draw_titles(cairo_t *cairo, const Panel &panel, const PanelLayout &layout) {
  const Box &plot = layout.plot;
  const double middle = plot.left + plot.width / 2;
  choose_grey(cairo, 0);
  draw_text(cairo, fitted(cairo, Text{panel.title, panel_title_size, true}, plot.width),
            {middle, plot.top - 10}, Anchor::middle);
  draw_text(cairo, fitted(cairo, Text{panel.x.title, axis_title_size}, plot.width),
            {middle, plot.bottom() + 38}, Anchor::middle);
  draw_text_upwards(cairo, fitted(cairo, Text{panel.y.title, axis_title_size}, plot.height),
                    {layout.cell.left + 16, plot.top + plot.height / 2});
}

void draw_series(cairo_t *cairo, const Panel &panel, const PanelLayout &layout, const Series &series,
                 const Style &style) {
  std::vector<Place> run, all; // a run has no gap
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    if (has_place(panel, series.x[i], series.y[i])) {
      run.push_back(place_of(panel, layout, series.x[i], series.y[i]));
      all.push_back(run.back());
    } else {
      draw_line(cairo, style, run);
      run.clear();
    }
  }
  draw_line(cairo, style, run);
  for (const Place &point : all) draw_marker(cairo, style, point);
}

} // namespace

void draw_panel(cairo_t *cairo, const Panel &panel, const PanelLayout &layout,
                std::span<const std::string> names) {
  draw_titles(cairo, panel, layout);
  if (layout.empty) {
    draw_frame(cairo, layout.plot);
    choose_grey(cairo, 0.45);
    const Box &plot = layout.plot;
    draw_text(cairo, Text{"no data", no_data_size}, {plot.left + plot.width / 2, plot.top + plot.height / 2},
              Anchor::middle);
    return;
  }
  const DrawnAxis x{layout.plot, layout.x, panel.x.scale, false};
  const DrawnAxis y{layout.plot, layout.y, panel.y.scale, true};
  draw_grid(cairo, x, layout.x_ticks);
  draw_grid(cairo, y, layout.y_ticks);
  draw_ticks(cairo, x, layout.x_ticks);
  draw_ticks(cairo, y, layout.y_ticks);
  draw_frame(cairo, layout.plot);
  for (const Series &series : panel.series) {
    const auto order = std::ranges::find(names, series.name) - names.begin();
    draw_series(cairo, panel, layout, series, style_of(static_cast<std::size_t>(order)));
  }
}

} // namespace poise::internal::experiments
