// Where everything of a chart goes, before anything is drawn.
#pragma once

#include "experiments/chart/axis.h"
#include "experiments/chart/text.h"

#include <vector>

namespace poise::internal::experiments {

// All lengths are logical: a picture has this many pixels for each of them.
inline constexpr int pixels_per_unit = 2;

struct Box {
  double left, top, width, height;

  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct PanelLayout {
  Box cell;   // all of the panel's share of the picture
  Box plot;   // the frame in which lines are drawn
  bool empty; // no point has a place; the rest means nothing then
  Range x, y;
  Ticks x_ticks, y_ticks;
};

struct LegendEntry {
  Box box; // sample line and name
  Text name;
};

struct Layout {
  double width, height;
  Text title;
  std::vector<PanelLayout> panels;
  std::vector<LegendEntry> legend; // in the order of names_in_order
};

inline constexpr double outer_margin = 12;
inline constexpr double axis_title_size = 13;
inline constexpr double tick_label_size = 12;
inline constexpr double legend_sample_width = 40;
inline constexpr double legend_sample_gap = 7;

Layout lay_out(const Chart &chart);

// Whether a point can be drawn at all, and where.
bool has_place(const Panel &panel, double x, double y);
Place place_of(const Panel &panel, const PanelLayout &layout, double x, double y);

} // namespace poise::internal::experiments
