// Pólya counts: the shares that add up to a geometric variable.
#pragma once

#include "poise/random/lazy_table.h"

namespace poise {

// PROMISE  P(X = k) = (1 - a)^r a^k r(r+1)…(r+k-1) / k! exactly, with a = exp(-rate), for
//          rational shape r > 0 and rate > 0. n independent draws of shape 1/n add up to a
//          geometric variable of that rate, and a difference of two such sums to
//          discrete Laplace noise: this is how users share one noise among them.
// WHY      LazyTable over the masses, each from the one before.
// CHECKED  tests/random/polya_test.cpp
class Polya {
public:
  Polya(const Rational &shape, const Rational &rate, unsigned resolution = 64);

  std::uint64_t operator()(Bits &bits) const { return table_(bits); }

private:
  LazyTable table_;
};

} // namespace poise
