// Amplification by subsampling: looking at m of n people at random costs less.
#pragma once

#include "poise/privacy/approximate.h"

#include <cstdint>

namespace poise::internal {

// How many of the people are looked at: m of n, without replacement, 0 < m <= n.
class SamplingRate {
public:
  static Result<SamplingRate> of(std::uint64_t sampled, std::uint64_t people);
  const Rational &exact() const { return exact_; }

private:
  explicit SamplingRate(Rational exact) : exact_(std::move(exact)) {}
  Rational exact_;
};

// PROMISE  An (eps, delta)-DP mechanism run on m of n rows, neighbours replacing one row, n
//          public, is (ln(1 + r(e^eps - 1)), r delta)-DP with r = m/n; epsilon rounded up.
// WHY      Outputs are (1-r)A + rB and (1-r)A + rB': A without the row in question, B and B'
//          with it. B, B' and B, A arise from samples that differ in one row, so B <= e^eps(bB' +
//          (1-b)A) + delta for all b in [0,1]; b = e^(eps'-eps) gives (1-r)A + rB <=
//          e^eps'((1-r)A + rB') + r delta (Balle, Barthe, Gaboardi 2018, theorem 9).
// ASSUMES  The sample is uniform and secret; the mechanism does not mind the order of rows.
// CHECKED  tests/privacy/subsampling_test.cpp
Result<Epsilon> epsilon_after_sampling(const Epsilon &inner, const SamplingRate &rate);
Approximate after_sampling(const Approximate &inner, const SamplingRate &rate);

// The epsilon a mechanism may spend on the sample when `outer` has been promised:
// ln(1 + (e^outer - 1)/r), rounded down.
Result<Epsilon> epsilon_before_sampling(const Epsilon &outer, const SamplingRate &rate);

} // namespace poise::internal
