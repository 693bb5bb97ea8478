// Certain bounds on exp(-gamma) in integer arithmetic: the fast path of every sampler.
#pragma once

#include "poise/base/exact.h"

#include <array>

namespace poise::internal {

// A real number in [units, units + slack] / 2^64.
struct FixedPoint {
  UInt128 units;
  std::uint64_t slack;
};

// exp(-gamma) lies in [mantissa - error, mantissa + error] / 2^(63 + shift).
struct FixedExp {
  std::uint64_t mantissa; // in [2^62, 2^63]
  std::uint64_t error;
  unsigned shift;
};

// PROMISE  The bounds of FixedExp hold for every gamma in the given range whose
//          integer part is below 2^28 and whose slack is below 2^40.
// WHY      gamma * log2(e) = shift + f; 2^-f = 2^-(j/256) * e^-y with j the top eight
//          bits of f and y < 2^-8.5. In units of 2^-64, f is off by at most
//          floor(gamma) + 3 + 1.45 slack; the alternating series of e^-y stops at
//          y^5/120 and so misses less than y^6/720 < 2^-60; each of the few products
//          rounds by at most one unit. Sixteen units of 2^-63 cover all but f's error.
// CHECKED  tests/random/fixed_exp_test.cpp against MPFR, at random and at the edges.
class FixedExpTable {
public:
  static const FixedExpTable &instance(); // computed once, with certain rounding

  static constexpr std::uint64_t max_whole = std::uint64_t{1} << 28;
  static constexpr std::uint64_t max_slack = std::uint64_t{1} << 40;
  static bool covers(const FixedPoint &gamma) {
    return static_cast<std::uint64_t>(gamma.units >> 64) < max_whole && gamma.slack < max_slack;
  }

  FixedExp exp_minus(const FixedPoint &gamma) const {
    const auto whole = static_cast<std::uint64_t>(gamma.units >> 64);
    const auto fraction = static_cast<std::uint64_t>(gamma.units);
    // log2(e) = 1 + log2_e_fraction_ / 2^64, rounded down.
    const UInt128 binary =
        gamma.units + static_cast<UInt128>(whole) * log2_e_fraction_ + upper(fraction, log2_e_fraction_);
    const auto f = static_cast<std::uint64_t>(binary);
    const std::uint64_t y = upper(f << 8 >> 8, ln_2_);
    constexpr std::uint64_t one = ~std::uint64_t{0};
    const std::uint64_t fourth = one - upper(y / 4, one - y / 5);
    const std::uint64_t third = one - upper(y / 3, fourth);
    const std::uint64_t second = one - upper(y / 2, third);
    const std::uint64_t one_minus_exp = upper(y, second);
    const std::uint64_t power = powers_[f >> 56];
    const std::uint64_t off_in_f = whole + 3 + gamma.slack + gamma.slack / 2;
    return {power - upper(power, one_minus_exp), 16 + off_in_f / 2, static_cast<unsigned>(binary >> 64)};
  }

private:
  FixedExpTable();
  static std::uint64_t upper(std::uint64_t a, std::uint64_t b) {
    return static_cast<std::uint64_t>(static_cast<UInt128>(a) * b >> 64);
  }

  std::uint64_t log2_e_fraction_;
  std::uint64_t ln_2_;
  std::array<std::uint64_t, 256> powers_; // floor(2^63 * 2^-(j/256))
};

} // namespace poise::internal
