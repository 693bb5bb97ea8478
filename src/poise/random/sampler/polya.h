// Pólya counts: the shares that add up to a geometric variable.
#pragma once

#include "poise/random/lazy_table.h"
#include "poise/random/sampler/geometric.h"

#include <optional>

namespace poise::internal {

// PROMISE  P(X = k) = (1 - a)^r a^k r(r+1)…(r+k-1) / k! exactly, with a = exp(-rate), for a
//          rational shape r in (0, 1024] and rate of at least 2^-16. n independent draws of
//          shape 1/n add up to a geometric variable of that rate, and a difference of two
//          such sums to discrete Laplace noise: so users share one noise among them. A
//          geometric part beyond 2^50 (probability below exp(-2^34)) counts as 2^50.
// WHY      Shapes add up: the whole part is a sum of geometric draws, the rest is drawn from
//          a LazyTable over the masses, each from the one before.
// CHECKED  tests/random/polya_test.cpp
class Polya {
public:
  Polya(const Rational &shape, const Rational &rate, unsigned resolution = 64);

  std::uint64_t operator()(Bits &bits) const;

private:
  std::uint64_t whole_; // of the shape
  Geometric geometric_;
  std::optional<LazyTable> rest_;
};

} // namespace poise::internal
