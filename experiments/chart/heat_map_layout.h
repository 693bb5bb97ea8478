// Where everything of a heat map goes.
#pragma once

#include "experiments/chart/heat_map.h"
#include "experiments/chart/layout.h"

namespace poise::internal::experiments {

struct HeatMapLayout {
  double width, height;
  Box field; // all cells
  double cell_width, cell_height;

  Box cell(std::size_t row, std::size_t column) const {
    return {field.left + cell_width * static_cast<double>(column),
            field.top + cell_height * static_cast<double>(row), cell_width, cell_height};
  }
};

inline constexpr double heat_map_text_size = 12;

HeatMapLayout lay_out(const HeatMap &map);

} // namespace poise::internal::experiments
