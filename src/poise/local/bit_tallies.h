// How often each bit was set in many reports, sixty-four bits at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace poise::internal {

// PROMISE  count(i) is in how many of the added reports bit i was set, for fewer than 2^40 reports.
// WHY      Bit i of plane k is bit k of the count, and adding a word is adding with carry in 64 columns at
//          once: the carry seldom goes far.
// CHECKED  tests/local/baselines_test.cpp
class BitTallies {
public:
  explicit BitTallies(std::size_t words) : planes_(words) {}

  void add(std::size_t word, std::uint64_t bits) {
    for (std::size_t k = 0; bits != 0 && k < planes; ++k) {
      const std::uint64_t carry = planes_[word][k] & bits;
      planes_[word][k] ^= bits;
      bits = carry;
    }
  }

  std::uint64_t count(std::size_t bit) const {
    std::uint64_t result = 0;
    for (std::size_t k = 0; k < planes; ++k) result |= (planes_[bit / 64][k] >> bit % 64 & 1) << k;
    return result;
  }

private:
  static constexpr std::size_t planes = 40;
  std::vector<std::array<std::uint64_t, planes>> planes_;
};

} // namespace poise::internal
