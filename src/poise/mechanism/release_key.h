// The key to a release: which mechanisms may read exact aggregates and publish.
#pragma once

#include "poise/base/result.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"

namespace poise {

class ExactSum;
struct NoisySum;
template <class T, class Unit = Rho> class Released;

// Exact aggregates open, and a Released is made, only for a ReleaseKey; only the
// mechanisms named here can make one. Nobody else compiles
// (tests/must_not_compile/release_by_hand.cpp).
class ReleaseKey {
  friend Result<Released<NoisySum>> noisy_sum(const ExactSum &sum, Grant<Rho> grant, Bits &bits);
  friend struct ReleaseKeyForTests; // defined in tests/ alone

  ReleaseKey() {}
};

} // namespace poise
