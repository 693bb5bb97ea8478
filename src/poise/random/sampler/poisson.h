// Poisson counts for any rational mean.
#pragma once

#include "poise/random/lazy_table.h"

namespace poise::internal {

// PROMISE  P(X = k) = exp(-mean) mean^k / k! exactly, for a rational mean in (0, 2^32].
// WHY      The sum of independent Poisson counts is Poisson: `parts` equal means of at
//          most 1024 each are drawn from one LazyTable and added, in mean / 1024 steps.
// CHECKED  tests/random/poisson_test.cpp
class Poisson {
public:
  explicit Poisson(const Rational &mean, unsigned resolution = 64);

  std::uint64_t operator()(Bits &bits) const {
    std::uint64_t sum = 0;
    for (std::uint64_t part = 0; part < parts_; ++part) sum += table_(bits);
    return sum;
  }

private:
  std::uint64_t parts_;
  LazyTable table_;
};

} // namespace poise::internal
