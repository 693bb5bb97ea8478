// What is known about the columns before they are looked at: by the owner's word, or released.
#pragma once

#include "poise/table/limits.h"

#include <algorithm>
#include <vector>

namespace poise::internal {

inline bool all_limited(const std::vector<Limits> &limits) {
  return !limits.empty() && std::ranges::all_of(limits, [](const Limits &one) { return one.both(); });
}

struct KnownColumns {
  std::vector<double> present;     // what share of each is there, most likely; positive
  std::vector<double> present_std; // how far off that may be
  std::vector<Limits> limits = {}; // none, or one a column
  bool own_units = false;          // errors of a column count in its own standard deviation
  double norm = 2;                 // otherwise in this norm over all columns

  std::size_t columns() const { return present.size(); }
  bool limited(std::size_t column) const { return !limits.empty() && limits[column].both(); }
  double within_limits(std::size_t column, double x) const {
    return limits.empty() ? x : limits[column].cut(x);
  }
};

} // namespace poise::internal
