// Thresholds in 32 bits, for cells of 32 bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace poise::internal {

// PROMISE  For every cell x of GridRows::narrow() rows, x <= narrow_threshold(t) just when x <= t.
// WHY      Such cells lie strictly above the least number of 32 bits and not above the largest.
inline std::int32_t narrow_threshold(std::int64_t threshold) {
  using Limits = std::numeric_limits<std::int32_t>;
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(threshold, std::int64_t{Limits::min()}, std::int64_t{Limits::max()}));
}

inline std::vector<std::int32_t> narrow_thresholds(std::span<const std::int64_t> thresholds) {
  std::vector<std::int32_t> result;
  result.reserve(thresholds.size());
  for (const std::int64_t threshold : thresholds) result.push_back(narrow_threshold(threshold));
  return result;
}

} // namespace poise::internal
