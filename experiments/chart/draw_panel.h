// One panel: grid, lines, frame, ticks and titles.
#pragma once

#include "experiments/chart/layout.h"

#include <cairo.h>
#include <span>
#include <string>

namespace poise::internal::experiments {

// `names` as given by names_in_order.
void draw_panel(cairo_t *cairo, const Panel &panel, const PanelLayout &layout,
                std::span<const std::string> names);

} // namespace poise::internal::experiments
