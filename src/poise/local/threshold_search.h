// A quantile by binary search, where every answer may be a lie.
#pragma once

#include "poise/random/sampler/flip_coins.h"

#include <cmath>
#include <cstdint>

namespace poise::internal {

// PROMISE  The answer is epsilon-DP, epsilon being that of the coins.
// WHY      It is flipped with probability 1 / (1 + e^epsilon): randomised response (Warner 1965).
// CHECKED  tests/local/baselines_test.cpp
inline bool threshold_report(std::int64_t number, std::int64_t threshold, const FlipCoins &coins,
                             Bits &bits) {
  return (number < threshold) != coins(bits);
}

// The analyzer's side: works on reports alone. Ends where the share below is close enough to the one
// wanted.
class ThresholdSearch {
public:
  ThresholdSearch(std::int64_t low, std::int64_t high, double share, double close, double epsilon)
      : low_(low), high_(high), share_(share), close_(close), truth_(std::tanh(epsilon / 2)) {}

  std::int64_t threshold() const { return low_ + (high_ - low_) / 2; }

  // That so many of those who were asked say that they are below the threshold.
  void hear(std::uint64_t below, std::uint64_t asked) {
    if (ended_ || asked == 0) return;
    const double said = static_cast<double>(below) / static_cast<double>(asked);
    const double share = 0.5 + (said - 0.5) / truth_; // corrected for the lies
    if (share > share_ + close_)
      high_ = threshold();
    else if (share < share_ - close_)
      low_ = threshold();
    else
      ended_ = true;
  }

private:
  std::int64_t low_, high_;
  double share_, close_, truth_;
  bool ended_ = false;
};

} // namespace poise::internal
