// Names at the left and at the top, a coloured field with its ratio for every cell.
#include "experiments/chart/heat_map.h"

#include "experiments/chart/heat_map_layout.h"
#include "experiments/chart/png_file.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace poise::internal::experiments {
namespace {

constexpr Colour white{255, 255, 255}, deep_blue{0, 90, 160}, deep_vermilion{213, 80, 0}, grey{190, 190, 190};
constexpr double deepest = 2; // octaves from 1

constexpr double map_title_size = 16, map_title_height = 34, column_names_height = 24;
constexpr double wide_enough = 108, high_enough = 17, beside_names = 10;
constexpr double widest_name = 260;

bool has_ratio(double ratio) { return std::isfinite(ratio) && ratio > 0; }

std::uint8_t between(std::uint8_t from, std::uint8_t to, double share) {
  return static_cast<std::uint8_t>(std::lround(from + share * (to - from)));
}

void choose_field_colour(cairo_t *cairo, const Colour &colour) {
  cairo_set_source_rgb(cairo, colour.red / 255.0, colour.green / 255.0, colour.blue / 255.0);
}

std::string words_of(double ratio) {
  if (!has_ratio(ratio)) return "";
  return ratio < 10 ? fmt::format("{:.2f}", ratio) : fmt::format("{:.3g}", ratio);
}

void draw_cell(cairo_t *cairo, const Box &box, double ratio) {
  choose_field_colour(cairo, colour_of(ratio));
  cairo_rectangle(cairo, box.left, box.top, box.width, box.height);
  cairo_fill(cairo);
  const double lightness = has_ratio(ratio) && std::abs(std::log2(ratio)) > 0.6 * deepest ? 1 : 0;
  cairo_set_source_rgb(cairo, lightness, lightness, lightness);
  draw_text(cairo, Text{words_of(ratio), heat_map_text_size},
            {box.right() - 8, box.top + box.height / 2 + 0.36 * heat_map_text_size}, Anchor::end);
}

void draw_map(cairo_t *cairo, const HeatMap &map, const HeatMapLayout &layout) {
  const Box &field = layout.field;
  cairo_set_source_rgb(cairo, 0, 0, 0);
  draw_text(cairo, fitted(cairo, Text{map.title, map_title_size, true}, layout.width - 2 * outer_margin),
            {layout.width / 2, outer_margin + map_title_size}, Anchor::middle);
  for (std::size_t c = 0; c < map.columns.size(); ++c)
    draw_text(cairo, fitted(cairo, Text{map.columns[c], heat_map_text_size}, layout.cell_width - 4),
              {layout.cell(0, c).left + layout.cell_width / 2, field.top - 7}, Anchor::middle);
  for (std::size_t r = 0; r < map.rows.size(); ++r) {
    const Box first = layout.cell(r, 0);
    cairo_set_source_rgb(cairo, 0, 0, 0);
    draw_text(cairo, fitted(cairo, Text{map.rows[r], heat_map_text_size}, widest_name),
              {field.left - beside_names, first.top + first.height / 2 + 0.36 * heat_map_text_size},
              Anchor::end);
    for (std::size_t c = 0; c < map.columns.size(); ++c)
      draw_cell(cairo, layout.cell(r, c), map.ratios[r * map.columns.size() + c]);
  }
}

} // namespace

Colour colour_of(double ratio) {
  if (!has_ratio(ratio)) return grey;
  const double octaves = std::clamp(std::log2(ratio), -deepest, deepest);
  const Colour &end = octaves > 0 ? deep_blue : deep_vermilion;
  const double share = std::abs(octaves) / deepest;
  return {between(white.red, end.red, share), between(white.green, end.green, share),
          between(white.blue, end.blue, share)};
}

HeatMapLayout lay_out(const HeatMap &map) {
  if (map.ratios.size() != map.rows.size() * map.columns.size())
    throw std::logic_error("poise: a heat map has more ratios than cells, or fewer: " + map.title);
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  const Context measuring = context_on(surface);
  double names = 0;
  for (const std::string &row : map.rows)
    names = std::max(names, width_of(measuring.get(), Text{row, heat_map_text_size}));
  HeatMapLayout layout{};
  layout.cell_width = wide_enough;
  layout.cell_height = high_enough;
  layout.field = {outer_margin + std::min(names, widest_name) + beside_names,
                  outer_margin + map_title_height + column_names_height,
                  wide_enough * static_cast<double>(map.columns.size()),
                  high_enough * static_cast<double>(map.rows.size())};
  layout.width = layout.field.right() + outer_margin;
  layout.height = layout.field.bottom() + outer_margin;
  return layout;
}

std::optional<Error> draw_png(const HeatMap &map, const std::string &path) {
  const HeatMapLayout layout = lay_out(map);
  return write_png(
      layout.width, layout.height, [&](cairo_t *cairo) { draw_map(cairo, map, layout); }, path);
}

} // namespace poise::internal::experiments
