// Where an axis begins and ends, which numbers are written on it, and where a value lies.
#pragma once

#include "experiments/chart/chart.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poise::internal::experiments {

struct Range {
  double low, high;
};

// A labelled place: `text`, followed by `exponent` as a superscript unless it is empty.
struct Tick {
  double value;
  std::string text, exponent;
};

struct Ticks {
  std::vector<Tick> major;
  std::vector<double> minor; // no labels
};

// Finite, positive on a logarithmic axis, and far enough from the ends of double precision
// for the arithmetic here.
bool has_place(double value, Scale scale);

// Covers all values that have a place, with a little room; none when there is no such value.
std::optional<Range> range_of(std::span<const double> values, Scale scale);

// 0 at the low end, 1 at the high end.
double fraction_along(double value, const Range &range, Scale scale);

// Between 2 and `most` (at least 5) round numbers of a range made by range_of: powers on a
// logarithmic axis that holds two of them.
Ticks ticks_in(const Range &range, Scale scale, std::size_t most = 8);

} // namespace poise::internal::experiments
