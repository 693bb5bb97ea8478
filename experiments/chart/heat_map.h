// Heat maps: ratios of a table as colours, and drawing it as a PNG.
#pragma once

#include "experiments/chart/style.h"
#include "poise/base/error.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal::experiments {

// Row by row; what is not positive and finite is grey. 1 is white, more than that blue, less vermilion, the
// deeper the further away; from 4 and 1/4 on it is all the same.
struct HeatMap {
  std::string title;
  std::vector<std::string> rows, columns; // names
  std::vector<double> ratios;
};

Colour colour_of(double ratio);

// Overwrites a file that is there.
[[nodiscard]] std::optional<Error> draw_png(const HeatMap &map, const std::string &path);

} // namespace poise::internal::experiments
