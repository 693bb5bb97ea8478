// Ranges first, since the widest tick label decides how much room is left for the frames.
#include "experiments/chart/layout.h"

#include "experiments/chart/canvas.h"
#include "experiments/chart/style.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal::experiments {
namespace {

constexpr std::size_t most_columns = 3;
constexpr double panel_width = 450, panel_height = 370;
constexpr double title_size = 16, title_height = 34;
constexpr double above_plot = 34, below_plot = 50, right_of_plot = 24;
constexpr double beside_tick_labels = 38; // axis title, gaps and the tick itself
constexpr double legend_size = 13, legend_row_height = 21, legend_gap = 28, above_legend = 6;
constexpr double long_name = 400; // may be cut where it takes more than half of the width, too
constexpr double between_tick_labels = 10;

struct Points {
  std::vector<double> x, y;
};

Points placeable(const Panel &panel) {
  Points points;
  for (const Series &series : panel.series) {
    if (series.x.size() != series.y.size())
      throw std::logic_error("poise: a series of a chart has more x than y, or fewer: " + series.name);
    for (std::size_t i = 0; i < series.x.size(); ++i) {
      if (!has_place(panel, series.x[i], series.y[i])) continue;
      points.x.push_back(series.x[i]);
      points.y.push_back(series.y[i]);
    }
  }
  return points;
}

// As many ticks as fit without their labels touching.
Ticks ticks_that_fit(cairo_t *cairo, const Range &range, Scale scale, double width) {
  for (std::size_t most = 8;; --most) {
    Ticks ticks = ticks_in(range, scale, most);
    double free_from = -1e9;
    bool touching = false;
    for (const Tick &tick : ticks.major) {
      const double centre = width * fraction_along(tick.value, range, scale);
      const double half = width_of(cairo, tick, tick_label_size) / 2;
      touching = touching || centre - half < free_from;
      free_from = centre + half + between_tick_labels;
    }
    if (!touching || most == 5) return ticks;
  }
}

std::vector<PanelLayout> with_ranges(const Chart &chart) {
  std::vector<Points> points;
  for (const Panel &panel : chart.panels) points.push_back(placeable(panel));
  std::vector<PanelLayout> layouts(chart.panels.size());
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    const Panel &panel = chart.panels[i];
    std::vector<double> y = points[i].y;
    for (std::size_t j = 0; chart.same_y && j < layouts.size(); ++j)
      if (j != i && chart.panels[j].y.scale == panel.y.scale)
        y.insert(y.end(), points[j].y.begin(), points[j].y.end());
    layouts[i].empty = points[i].x.empty();
    if (layouts[i].empty) continue;
    layouts[i].x = *range_of(points[i].x, panel.x.scale);
    layouts[i].y = *range_of(y, panel.y.scale);
    layouts[i].y_ticks = ticks_in(layouts[i].y, panel.y.scale);
  }
  return layouts;
}

double widest_y_label(cairo_t *cairo, const std::vector<PanelLayout> &layouts) {
  double widest = 0;
  for (const PanelLayout &layout : layouts)
    for (const Tick &tick : layout.y_ticks.major)
      widest = std::max(widest, width_of(cairo, tick, tick_label_size));
  return std::min(widest, panel_width / 3);
}

std::vector<PanelLayout> lay_out_panels(cairo_t *cairo, const Chart &chart, double top) {
  std::vector<PanelLayout> layouts = with_ranges(chart);
  const double left_of_plot = beside_tick_labels + widest_y_label(cairo, layouts);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    PanelLayout &layout = layouts[i];
    const std::size_t row = i / most_columns, column = i % most_columns;
    layout.cell = {outer_margin + panel_width * static_cast<double>(column),
                   top + panel_height * static_cast<double>(row), panel_width, panel_height};
    layout.plot = {layout.cell.left + left_of_plot, layout.cell.top + above_plot,
                   panel_width - left_of_plot - right_of_plot, panel_height - above_plot - below_plot};
    if (layout.empty) continue;
    layout.x_ticks = ticks_that_fit(cairo, layout.x, chart.panels[i].x.scale, layout.plot.width);
  }
  return layouts;
}

// Columns of equal width, as many as fit, then as few as the same number of rows needs.
std::vector<LegendEntry> lay_out_legend(cairo_t *cairo, const Chart &chart, double top, double width) {
  constexpr double beside_name = legend_sample_width + legend_sample_gap;
  const double available = width - 2 * outer_margin;
  const double most_of_name =
      std::min(available - beside_name, std::max(long_name, available / 2 - legend_gap - beside_name));
  std::vector<LegendEntry> entries;
  double widest = 0;
  for (const std::string &name : names_in_order(chart)) {
    entries.push_back({{}, fitted(cairo, Text{name, legend_size}, most_of_name)});
    widest = std::max(widest, beside_name + width_of(cairo, entries.back().name));
  }
  if (entries.empty()) return entries;
  const auto fitting = static_cast<std::size_t>((available + legend_gap) / (widest + legend_gap));
  const std::size_t most = std::clamp<std::size_t>(fitting, 1, entries.size());
  const std::size_t rows = (entries.size() + most - 1) / most;
  const std::size_t columns = (entries.size() + rows - 1) / rows;
  const double taken = static_cast<double>(columns) * (widest + legend_gap) - legend_gap;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t row = i / columns, column = i % columns;
    entries[i].box = {(width - taken) / 2 + (widest + legend_gap) * static_cast<double>(column),
                      top + legend_row_height * static_cast<double>(row), widest, legend_row_height};
  }
  return entries;
}

} // namespace

bool has_place(const Panel &panel, double x, double y) {
  return has_place(x, panel.x.scale) && has_place(y, panel.y.scale);
}

Place place_of(const Panel &panel, const PanelLayout &layout, double x, double y) {
  return {layout.plot.left + layout.plot.width * fraction_along(x, layout.x, panel.x.scale),
          layout.plot.bottom() - layout.plot.height * fraction_along(y, layout.y, panel.y.scale)};
}

Layout lay_out(const Chart &chart) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  const Context measuring = context_on(surface);
  cairo_t *const cairo = measuring.get();
  const std::size_t columns = std::clamp<std::size_t>(chart.panels.size(), 1, most_columns);
  const std::size_t rows = std::max<std::size_t>(1, (chart.panels.size() + most_columns - 1) / most_columns);
  const double top = outer_margin + (chart.title.empty() ? 0 : title_height);
  Layout layout;
  layout.width = 2 * outer_margin + panel_width * static_cast<double>(columns);
  layout.title = fitted(cairo, Text{chart.title, title_size, true}, layout.width - 2 * outer_margin);
  layout.panels = lay_out_panels(cairo, chart, top);
  const double legend_top = top + panel_height * static_cast<double>(rows) + above_legend;
  layout.legend = lay_out_legend(cairo, chart, legend_top, layout.width);
  layout.height = outer_margin + (layout.legend.empty() ? legend_top : layout.legend.back().box.bottom());
  return layout;
}

} // namespace poise::internal::experiments
