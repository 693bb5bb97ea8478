// What a missing cell counts as, for those who look at magnitudes.
#pragma once

namespace poise::internal {

enum class Gaps {
  zero,  // as 0
  beyond // as more than every number: among sorted cells, gaps come last
};

} // namespace poise::internal
