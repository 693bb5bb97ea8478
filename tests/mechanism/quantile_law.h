// The exact law of a quantile by the exponential mechanism, from its definition, for small columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace poise::internal {

using QuantileLaw = std::map<std::int64_t, long double>;

// How many rows have to change before y is the value of that rank: tried out, one candidate at a time.
inline long changes_needed(std::vector<int> column, int y, long rank) {
  long below = 0, equal = 0;
  for (const int cell : column) {
    below += cell < y;
    equal += cell == y;
  }
  for (long changes = 0;; ++changes) {
    // So many rows moved to y, from below or from above: y has the rank if below < rank <= below + equal.
    for (long from_below = 0; from_below <= std::min(changes, below); ++from_below) {
      const long from_above = changes - from_below;
      if (from_above > static_cast<long>(column.size()) - below - equal) continue;
      if (below - from_below < rank && rank <= below + equal + from_above) return changes;
    }
  }
}

inline QuantileLaw quantile_law(const std::vector<int> &column, int bound, long rank, long double rate) {
  QuantileLaw law;
  long double total = 0;
  for (int y = -bound; y <= bound; ++y)
    total += law[y] = std::exp(-rate * static_cast<long double>(changes_needed(column, y, rank)));
  for (auto &[y, mass] : law) mass /= total;
  return law;
}

inline long double renyi(const QuantileLaw &p, const QuantileLaw &q, long double alpha) {
  long double sum = 0;
  for (const auto &[x, mass] : p) sum += std::exp(alpha * std::log(mass) + (1 - alpha) * std::log(q.at(x)));
  return std::log(sum) / (alpha - 1);
}

inline long double log_ratio(const QuantileLaw &p, const QuantileLaw &q) {
  long double worst = 0;
  for (const auto &[x, mass] : p) worst = std::max(worst, std::fabs(std::log(mass / q.at(x))));
  return worst;
}

} // namespace poise::internal
