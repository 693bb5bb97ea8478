// Where the cells of a column may be, as everybody knows: what is beyond is cut off there.
#pragma once

#include <cmath>
#include <limits>

namespace poise::internal {

// Either end may be open.
struct Limits {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  bool any() const { return std::isfinite(low) || std::isfinite(high); }
  bool both() const { return std::isfinite(low) && std::isfinite(high); }
  // Of limits at both ends.
  double width() const { return high - low; }
  double middle() const { return low + (high - low) / 2; }

  // Gaps stay gaps.
  double cut(double cell) const { return cell < low ? low : cell > high ? high : cell; }
};

} // namespace poise::internal
