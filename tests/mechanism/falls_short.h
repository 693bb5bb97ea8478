// The exact chance that a noisy count falls short of a rank.
#pragma once

#include <cmath>
#include <iterator>
#include <map>

namespace poise::internal {

// P(count + Z < rank), Z discrete Gaussian, summed term by term.
class FallsShort {
public:
  explicit FallsShort(long double variance) : variance_(variance) {
    const long reach = 60 + static_cast<long>(60 * std::sqrt(variance));
    long double total = 0;
    for (long z = -reach; z <= reach; ++z) total += below_[z + 1] = mass(z);
    long double sum = 0;
    for (auto &[z, share] : below_) share = sum += share / total;
  }
  long double operator()(long count, long rank) const {
    const auto found = below_.upper_bound(rank - count); // the last z + 1 <= rank - count
    return found == below_.begin() ? 0 : std::prev(found)->second;
  }

private:
  long double mass(long z) const {
    return std::exp(-static_cast<long double>(z) * static_cast<long double>(z) / (2 * variance_));
  }
  long double variance_;
  std::map<long, long double> below_; // P(Z < z)
};

} // namespace poise::internal
