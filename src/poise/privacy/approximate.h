// Approximate differential privacy: an epsilon that may fail with probability delta.
#pragma once

#include "poise/privacy/units.h"

namespace poise::internal {

struct Approximate {
  Epsilon epsilon;
  Delta delta;

  friend bool operator==(const Approximate &, const Approximate &) = default;
};

} // namespace poise::internal
