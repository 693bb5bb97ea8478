// Cairo's plain text interface serves: no label needs ligatures or mixed directions.
#include "experiments/chart/text.h"

#include <algorithm>
#include <numbers>

namespace poise::internal::experiments {
namespace {

constexpr double smallest_shrink = 0.8;
constexpr double superscript_size = 0.72;
constexpr double superscript_rise = 0.42; // of the size of the text it follows

void choose_font(cairo_t *cairo, double size, bool bold) {
  cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

double shift(double width, Anchor anchor) {
  return anchor == Anchor::start ? 0 : anchor == Anchor::middle ? -width / 2 : -width;
}

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

void drop_last_character(std::string &words) {
  while (!words.empty() && continues_character(words.back())) words.pop_back();
  if (!words.empty()) words.pop_back();
}

Text superscript(const Tick &tick, double size) { return {tick.exponent, superscript_size * size}; }

} // namespace

double width_of(cairo_t *cairo, const Text &text) {
  choose_font(cairo, text.size, text.bold);
  cairo_text_extents_t extents{};
  cairo_text_extents(cairo, text.words.c_str(), &extents);
  return extents.x_advance;
}

double width_of(cairo_t *cairo, const Tick &tick, double size) {
  return width_of(cairo, Text{tick.text, size}) + width_of(cairo, superscript(tick, size));
}

Text fitted(cairo_t *cairo, Text text, double width) {
  const double needed = width_of(cairo, text);
  if (needed <= width) return text;
  text.size *= std::max(smallest_shrink, width / needed);
  if (width_of(cairo, text) <= width) return text;
  Text cut = text;
  while (!text.words.empty()) {
    drop_last_character(text.words);
    cut.words = text.words + "\u2026";
    if (width_of(cairo, cut) <= width) break;
  }
  return cut;
}

void draw_text(cairo_t *cairo, const Text &text, const Place &at, Anchor anchor) {
  const double width = width_of(cairo, text); // chooses the font, too
  cairo_move_to(cairo, at.x + shift(width, anchor), at.y);
  cairo_show_text(cairo, text.words.c_str());
}

void draw_text_upwards(cairo_t *cairo, const Text &text, const Place &at) {
  cairo_save(cairo);
  cairo_translate(cairo, at.x, at.y);
  cairo_rotate(cairo, -std::numbers::pi / 2);
  draw_text(cairo, text, {0, 0}, Anchor::middle);
  cairo_restore(cairo);
}

void draw_tick_label(cairo_t *cairo, const Tick &tick, double size, const Place &at, Anchor anchor) {
  const Text text{tick.text, size};
  const double left = at.x + shift(width_of(cairo, tick, size), anchor);
  const double right = left + width_of(cairo, text);
  draw_text(cairo, text, {left, at.y}, Anchor::start);
  draw_text(cairo, superscript(tick, size), {right, at.y - superscript_rise * size}, Anchor::start);
}

} // namespace poise::internal::experiments
