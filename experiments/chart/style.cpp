// The palette, the markers and the dashes.
#include "experiments/chart/style.h"

#include <algorithm>
#include <array>

namespace poise::internal::experiments {
namespace {

// The palette of Okabe and Ito without its yellow, which is too pale for thin lines, then colours that
// lie further from all before than those do from each other, for every kind of colour blindness.
constexpr std::array<Colour, 11> palette = {{
    {0, 114, 178},   // blue
    {213, 94, 0},    // vermilion
    {0, 158, 115},   // bluish green
    {204, 121, 167}, // reddish purple
    {0, 0, 0},       // black
    {230, 159, 0},   // orange
    {86, 180, 233},  // sky blue
    {136, 34, 85},   // wine
    {51, 34, 136},   // indigo
    {84, 48, 5},     // brown
    {205, 188, 88},  // sand
}};

constexpr std::size_t markers = 9;
static_assert(static_cast<std::size_t>(Marker::pentagon) + 1 == markers);

constexpr std::array<double, 2> dashed = {6, 2.5};
constexpr std::array<double, 2> dotted = {1.6, 2};
constexpr std::array<double, 4> dash_dotted = {7, 2, 1.6, 2};

constexpr std::array<std::span<const double>, 4> dashes = {std::span<const double>(), dashed, dash_dotted,
                                                           dotted};

} // namespace

Style style_of(std::size_t order) {
  // Later markers are drawn over earlier ones and are smaller, so that both show where lines meet.
  const double radius = 5.2 - 0.3 * static_cast<double>(order % markers);
  return {palette[order % palette.size()], static_cast<Marker>(order % markers),
          dashes[order % dashes.size()], radius};
}

std::vector<std::string> names_in_order(const Chart &chart) {
  std::vector<std::string> names;
  for (const Panel &panel : chart.panels)
    for (const Series &series : panel.series)
      if (std::ranges::find(names, series.name) == names.end()) names.push_back(series.name);
  return names;
}

} // namespace poise::internal::experiments
