// Exact counts in the plain, as the tests see them.
#pragma once

#include "aggregate/opened_sum.h"
#include "poise/aggregate/exact/exact_counts.h"

namespace poise::internal {

inline std::vector<std::uint64_t> opened(const ExactCounts &counts) {
  const auto values = counts.values(ReleaseKeyForTests::make());
  return {values.begin(), values.end()};
}

} // namespace poise::internal
