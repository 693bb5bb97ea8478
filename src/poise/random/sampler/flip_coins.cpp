// Comparing fresh bits with the binary digits of 1/(1+e^epsilon).
#include "poise/random/sampler/flip_coins.h"

#include "poise/base/interval.h"

#include <stdexcept>

namespace poise::internal {
namespace {

// p = e^-eps/(1+e^-eps): a tiny e^-eps is enclosed from both sides, a huge e^eps would not be.
Interval bias(const Rational &epsilon, unsigned precision) {
  const Interval power = exp(Interval(Rational(-epsilon), precision));
  return power / (Interval(1, precision) + power);
}

// floor(2^64(index+1) p) modulo 2^64. An upper end that is whole is no obstacle: p is irrational.
std::uint64_t certain_digits(const Rational &epsilon, std::size_t index) {
  const std::size_t count = 64 * (index + 1);
  for (std::size_t precision = count + 64;; precision *= 2) {
    const Interval scaled = scale(bias(epsilon, static_cast<unsigned>(precision)), static_cast<long>(count));
    const Integer below = scaled.floor_of_low();
    if (below + 1 < scaled.ceil_of_high()) continue;
    return static_cast<std::uint64_t>(to_uint128(below));
  }
}

} // namespace

FlipCoins::FlipCoins(const Rational &epsilon, std::size_t tabulated_words) : epsilon_(epsilon) {
  if (epsilon <= 0) throw std::logic_error("poise: the epsilon of a flip coin must be positive");
  for (std::size_t index = 0; index < tabulated_words; ++index)
    table_.push_back(certain_digits(epsilon, index));
}

std::uint64_t FlipCoins::digits(std::size_t index) const {
  return index < table_.size() ? table_[index] : certain_digits(epsilon_, index);
}

bool FlipCoins::operator()(Bits &bits) const {
  for (std::size_t index = 0;; ++index) {
    const std::uint64_t mine = bits.word();
    const std::uint64_t bound = digits(index);
    if (mine != bound) return mine < bound;
  }
}

std::uint64_t FlipCoins::word(Bits &bits) const {
  std::uint64_t coins = 0;
  std::uint64_t undecided = ~std::uint64_t{0};
  for (std::size_t index = 0;; ++index) {
    const std::uint64_t bound = digits(index);
    for (unsigned digit = 64; digit-- > 0;) {
      const std::uint64_t mine = bits.word();
      if (bound >> digit & 1) {
        coins |= undecided & ~mine; // a zero where p has a one: u < p
        undecided &= mine;
      } else {
        undecided &= ~mine; // a one where p has a zero: u > p
      }
      if (undecided == 0) return coins;
    }
  }
}

} // namespace poise::internal
