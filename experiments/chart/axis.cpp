// The choice of a range, and the mapping onto the unit interval. The choice of ticks is in ticks.cpp.
#include "experiments/chart/axis.h"

#include <algorithm>
#include <cmath>

namespace poise::internal::experiments {
namespace {

constexpr double largest = 1e250;
constexpr double smallest = 1e-250;
constexpr double room = 0.04; // on either side, as a fraction of the values' spread

double along(double value, Scale scale) {
  switch (scale) {
  case Scale::log2:
    return std::log2(value);
  case Scale::log10:
    return std::log10(value);
  case Scale::linear:
    break;
  }
  return value;
}

double back(double position, Scale scale) {
  switch (scale) {
  case Scale::log2:
    return std::exp2(position);
  case Scale::log10:
    return std::pow(10.0, position);
  case Scale::linear:
    break;
  }
  return position;
}

// Half the width of an axis whose values are all but the same.
double half_width_of_constant(double position, Scale scale) {
  if (scale == Scale::log2) return 1;
  if (scale == Scale::log10) return 0.5;
  return std::abs(position) > smallest ? std::abs(position) / 10 : 1;
}

// Whether doubles are too coarse, or the values too near, to write different round numbers beside them.
bool all_but_same(double low, double high, Scale scale) {
  const double magnitude = std::max(std::abs(low), std::abs(high));
  if (scale == Scale::linear) return high - low <= std::max(1e-9 * magnitude, smallest);
  return high - low <= 1e-6;
}

} // namespace

bool has_place(double value, Scale scale) {
  if (scale == Scale::linear) return std::abs(value) <= largest;
  return value >= smallest && value <= largest;
}

std::optional<Range> range_of(std::span<const double> values, Scale scale) {
  std::optional<Range> seen;
  for (const double value : values) {
    if (!has_place(value, scale)) continue;
    if (!seen) seen = Range{value, value};
    seen->low = std::min(seen->low, value);
    seen->high = std::max(seen->high, value);
  }
  if (!seen) return std::nullopt;
  const double low = along(seen->low, scale), high = along(seen->high, scale);
  const bool constant = all_but_same(low, high, scale);
  const double margin = constant ? half_width_of_constant(high, scale) : room * (high - low);
  return Range{back(low - margin, scale), back(high + margin, scale)};
}

double fraction_along(double value, const Range &range, Scale scale) {
  const double low = along(range.low, scale);
  return (along(value, scale) - low) / (along(range.high, scale) - low);
}

} // namespace poise::internal::experiments
