// The exponential mechanism over gaps of equal score, without a floating-point number.
#pragma once

#include "poise/base/interval.h"
#include "poise/random/fixed_exp.h"
#include "poise/random/sampler/bernoulli.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace poise::internal {

// `count` candidates in a row that all have this score; fewer is better, 0 is best.
struct Gap {
  std::uint64_t count;
  std::uint64_t score;
};

struct Choice {
  std::size_t gap;
  std::uint64_t offset; // which of the gap's candidates
};

// Certain bounds on exp(-rate * k), those for the first k kept: for those who choose many times at one rate.
class ExponentialPowers {
public:
  ExponentialPowers(const Rational &rate, std::size_t how_many);

  const Rational &rate() const { return rate_; }

  // [low, high] / 2^(63 + shift) holds exp(-rate * k); high < 2^64.
  struct Power {
    std::uint64_t low, high;
    unsigned shift;
  };

  // Nothing when it is less than exp(-2^28).
  std::optional<Power> power(std::uint64_t k) const {
    if (k < kept_.size()) return kept_[k];
    return k > last_ ? std::nullopt : std::optional(computed(k));
  }

private:
  Power computed(std::uint64_t k) const;

  Rational rate_;
  UInt128 fixed_rate_; // floor(2^64 rate), or the largest number below it that fits
  UInt128 last_;       // the last k that FixedExpTable covers
  std::vector<Power> kept_;
};

// PROMISE  A candidate of score k is chosen with probability proportional to
//          exp(-rate * k) exactly, rate >= 0 rational. Where a neighbour moves every score
//          by at most 1, this is (2 rate)-DP and (rate^2 / 2)-zCDP (bounded range).
// WHY      Gap i has weight w = count * exp(-rate * (score - best)). An integer no smaller
//          than w (in common units) is drawn from exactly, and kept with probability
//          w / integer by LazyUniform; otherwise all starts again. Within a gap all
//          candidates are alike.
// CHECKED  tests/random/exponential_mechanism_test.cpp, tests/random/exact_privacy_test.cpp
class ExponentialMechanism {
public:
  // Gaps of count 0 are never chosen; some gap must have a candidate. The gaps must
  // outlive the mechanism.
  ExponentialMechanism(std::span<const Gap> gaps, const Rational &rate,
                       Arithmetic arithmetic = Arithmetic::fast_first);

  // The same at the rate of these powers.
  ExponentialMechanism(std::span<const Gap> gaps, std::shared_ptr<const ExponentialPowers> powers,
                       Arithmetic arithmetic = Arithmetic::fast_first);

  Choice operator()(Bits &bits) const;

  // For the tests: the integer drawn for gap i, and the enclosed weight in the same units.
  UInt128 majorant(std::size_t gap) const { return sums_[gap + 1] - sums_[gap]; }
  Interval weight(std::size_t gap, unsigned precision) const;

private:
  struct Bounds {
    UInt128 low;  // certainly no more than the weight
    UInt128 high; // certainly no less
  };
  Bounds bounds(const Gap &gap) const;
  UInt128 high_of(const Gap &gap) const;
  bool keep(std::size_t gap, Bits &bits) const;

  std::span<const Gap> gaps_;
  std::shared_ptr<const ExponentialPowers> powers_;
  std::uint64_t best_ = 0;
  unsigned headroom_ = 0; // units are 2^-(63 - headroom), so that the sum fits 128 bits
  std::vector<UInt128> sums_;
  Arithmetic arithmetic_;
};

} // namespace poise::internal
