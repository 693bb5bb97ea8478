// The whole picture.
#include "experiments/chart/chart.h"

#include "experiments/chart/draw_panel.h"
#include "experiments/chart/draw_series.h"
#include "experiments/chart/layout.h"
#include "experiments/chart/png_file.h"
#include "experiments/chart/style.h"

#include <array>

namespace poise::internal::experiments {
namespace {

void draw_legend(cairo_t *cairo, const Layout &layout) {
  for (std::size_t i = 0; i < layout.legend.size(); ++i) {
    const auto &[box, name] = layout.legend[i];
    const Style style = style_of(i);
    const double middle = box.top + box.height / 2;
    const std::array<Place, 2> ends = {{{box.left, middle}, {box.left + legend_sample_width, middle}}};
    draw_line(cairo, style, ends);
    draw_marker(cairo, style, {box.left + legend_sample_width / 2, middle});
    cairo_set_source_rgb(cairo, 0, 0, 0);
    draw_text(cairo, name, {box.left + legend_sample_width + legend_sample_gap, middle + 0.36 * name.size},
              Anchor::start);
  }
}

void draw(cairo_t *cairo, const Chart &chart, const Layout &layout) {
  cairo_set_source_rgb(cairo, 0, 0, 0);
  draw_text(cairo, layout.title, {layout.width / 2, outer_margin + layout.title.size}, Anchor::middle);
  const std::vector<std::string> names = names_in_order(chart);
  for (std::size_t i = 0; i < chart.panels.size(); ++i)
    draw_panel(cairo, chart.panels[i], layout.panels[i], names);
  draw_legend(cairo, layout);
  if (!chart.panels.empty()) return;
  draw_text(cairo, Text{"no data", axis_title_size}, {layout.width / 2, layout.height / 2}, Anchor::middle);
}

} // namespace

std::optional<Error> draw_png(const Chart &chart, const std::string &path) {
  const Layout layout = lay_out(chart);
  return write_png(
      layout.width, layout.height, [&](cairo_t *cairo) { draw(cairo, chart, layout); }, path);
}

} // namespace poise::internal::experiments
