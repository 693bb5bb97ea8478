// The tests' own key to exact sums.
#pragma once

#include "poise/aggregate/exact/exact_sum.h"
#include "poise/mechanism/release_key.h"

namespace poise::internal {

struct ReleaseKeyForTests {
  static ReleaseKey make() { return ReleaseKey(); }
};

inline std::vector<Int128> opened(const ExactSum &sum) {
  const auto values = sum.values(ReleaseKeyForTests::make());
  return {values.begin(), values.end()};
}

} // namespace poise::internal
