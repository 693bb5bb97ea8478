// The whole picture, and its way into a file.
#include "experiments/chart/chart.h"

#include "experiments/chart/canvas.h"
#include "experiments/chart/draw_panel.h"
#include "experiments/chart/draw_series.h"
#include "experiments/chart/layout.h"
#include "experiments/chart/style.h"

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <system_error>

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
  cairo_scale(cairo, pixels_per_unit, pixels_per_unit);
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_set_source_rgb(cairo, 0, 0, 0);
  draw_text(cairo, layout.title, {layout.width / 2, outer_margin + layout.title.size}, Anchor::middle);
  const std::vector<std::string> names = names_in_order(chart);
  for (std::size_t i = 0; i < chart.panels.size(); ++i)
    draw_panel(cairo, chart.panels[i], layout.panels[i], names);
  draw_legend(cairo, layout);
  if (!chart.panels.empty()) return;
  draw_text(cairo, Text{"no data", axis_title_size}, {layout.width / 2, layout.height / 2}, Anchor::middle);
}

cairo_status_t append(void *png, const unsigned char *bytes, unsigned length) {
  static_cast<std::string *>(png)->append(reinterpret_cast<const char *>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

std::optional<Error> write_file(const std::string &path, const std::string &bytes) {
  errno = 0;
  std::FILE *const file = std::fopen(path.c_str(), "wb");
  bool written = file != nullptr && std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  if (file != nullptr && std::fclose(file) != 0) written = false;
  if (written) return std::nullopt;
  return bad_parameter("cannot write " + path + ": " +
                           std::generic_category().message(errno != 0 ? errno : EIO),
                       "name a file in a directory that is there, that you may write to and that has room");
}

} // namespace

std::optional<Error> draw_png(const Chart &chart, const std::string &path) {
  const Layout layout = lay_out(chart);
  const Surface surface(cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, static_cast<int>(std::ceil(layout.width * pixels_per_unit)),
      static_cast<int>(std::ceil(layout.height * pixels_per_unit))));
  const Context context = context_on(surface);
  draw(context.get(), chart, layout);
  cairo_status_t status = cairo_status(context.get());
  std::string png;
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS)
    return Error{ErrorKind::failure, "cannot draw " + path + ": " + cairo_status_to_string(status),
                 "draw fewer panels or series, and give them names in UTF-8"};
  return write_file(path, png);
}

} // namespace poise::internal::experiments
