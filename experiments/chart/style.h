// How each series looks: colours that colour-blind readers can tell apart, and markers and dashes
// that do without colour.
#pragma once

#include "experiments/chart/chart.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace poise::internal::experiments {

struct Colour {
  std::uint8_t red, green, blue;

  friend bool operator==(const Colour &, const Colour &) = default;
};

enum class Marker { circle, square, triangle, diamond, triangle_down, plus, star, cross, pentagon };

struct Style {
  Colour colour;
  Marker marker;
  std::span<const double> dashes; // lengths on and off; empty is a solid line
  double marker_radius;
};

// Two of the first 36 series differ in marker or dashes, and two of the first 11 in colour too.
Style style_of(std::size_t order);

// The names of all series, in the order in which they first appear: a series' place here gives its style.
std::vector<std::string> names_in_order(const Chart &chart);

} // namespace poise::internal::experiments
