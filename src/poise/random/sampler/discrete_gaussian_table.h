// Discrete Gaussian noise by table: for many draws of one moderate variance.
#pragma once

#include "poise/random/lazy_table.h"

namespace poise::internal {

// PROMISE  The same law as DiscreteGaussian (on other bits), for variances up to 2^24.
// WHY      LazyTable over the outcomes 0, 1, -1, 2, -2, …; the normalising constant is
//          enclosed by a partial sum and a geometric bound on its tail.
// CHECKED  tests/random/discrete_gaussian_table_test.cpp
class DiscreteGaussianTable {
public:
  explicit DiscreteGaussianTable(const Rational &variance, unsigned resolution = 64);

  std::int64_t operator()(Bits &bits) const {
    const std::uint64_t outcome = table_(bits);
    const auto magnitude = static_cast<std::int64_t>(outcome / 2 + (outcome & 1));
    return (outcome & 1) != 0 ? magnitude : -magnitude;
  }

  const LazyTable &table() const { return table_; }

  // Whether so many draws repay the table: it costs about as much as 150 sigma draws.
  static bool worthwhile(const Rational &variance, std::uint64_t draws);

private:
  LazyTable table_;
};

} // namespace poise::internal
