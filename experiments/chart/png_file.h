// A picture's way into a file.
#pragma once

#include "experiments/chart/canvas.h"
#include "poise/base/error.h"

#include <functional>
#include <optional>
#include <string>

namespace poise::internal::experiments {

// Draws on white, in logical lengths; overwrites a file that is there.
[[nodiscard]] std::optional<Error>
write_png(double width, double height, const std::function<void(cairo_t *)> &draw, const std::string &path);

} // namespace poise::internal::experiments
