// Line charts as in a paper: what one shows, and drawing it as a PNG.
#pragma once

#include "poise/base/error.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal::experiments {

enum class Scale { linear, log2, log10 };

struct Axis {
  std::string title;
  Scale scale;
};

// Points joined in this order; x and y have the same length. A point that has no place on its axes (NaN,
// infinite, not positive on a logarithmic one) is left out and breaks the line.
struct Series {
  std::string name;
  std::vector<double> x, y;
};

struct Panel {
  std::string title;
  Axis x, y;
  std::vector<Series> series;
};

// Panels side by side, three a row, over one legend. A name looks the same in every panel.
struct Chart {
  std::string title;
  std::vector<Panel> panels;
  bool same_y = true; // panels whose y axes have the same scale also have the same range
};

// Overwrites a file that is there.
[[nodiscard]] std::optional<Error> draw_png(const Chart &chart, const std::string &path);

} // namespace poise::internal::experiments
