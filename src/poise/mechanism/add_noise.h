// Adding noise to an exact number without ever leaving 128 bits.
#pragma once

#include "poise/random/sampler/discrete_gaussian.h"

#include <algorithm>

namespace poise::internal {

// Where a release ends: half of where the sampler cuts its draws off.
inline constexpr Int128 release_edge = Int128{1} << 125;
static_assert(DiscreteGaussian::largest == 2 * release_edge);

// PROMISE  clamp(exact + Z) at +-release_edge for the true draw Z of unlimited size, given
//          what the sampler returned for it; |exact| < 2^125.
// WHY      Either Z was returned as it is, and |exact| + |Z| < 2^127; or it lies beyond
//          +-2^126 and was returned as that: both sums are beyond the edge, on one side.
// CHECKED  tests/mechanism/add_noise_test.cpp
constexpr Int128 add_noise(Int128 exact, Int128 noise) {
  return std::clamp(exact + noise, -release_edge, release_edge);
}

} // namespace poise::internal
