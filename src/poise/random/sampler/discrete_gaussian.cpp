// The rejection sampler of Canonne, Kamath and Steinke with its two coins merged into one.
#include "poise/random/sampler/discrete_gaussian.h"

#include "poise/random/sampler/uniform.h"

#include <stdexcept>

namespace poise::internal {
namespace {

// The bounds of proposal_gamma are proven for fewer rounds than this; more are
// drawn once in e^46 proposals and decided exactly.
constexpr std::uint64_t fast_rounds = 46;

// Out of the fast road's reach on purpose: such a gamma is decided exactly.
constexpr FixedPoint beyond{static_cast<UInt128>(FixedExpTable::max_whole) << 64, 0};

unsigned bit_length(const Integer &value) {
  return static_cast<unsigned>(mpz_sizeinbase(value.get_mpz_t(), 2));
}

} // namespace

DiscreteGaussian::DiscreteGaussian(const Rational &variance, Arithmetic arithmetic)
    : variance_(variance), arithmetic_(arithmetic), unit_(arithmetic),
      exponential_(&FixedExpTable::instance()) {
  if (variance <= 0 || variance > power_of_two(max_variance_bits))
    throw std::logic_error("poise: a discrete Gaussian needs a variance in (0, 2^200]");
  const Integer t = isqrt(floor(variance)) + 1;
  span_ = to_uint128(t);
  if (t == 1) {
    for (std::uint64_t rounds = 0; rounds < fast_rounds; ++rounds) {
      const Integer units = floor(exact_proposal_gamma(0, rounds) * power_of_two(64));
      narrow_gammas_.push_back(fits_uint128(units) ? FixedPoint{to_uint128(units), 1} : beyond);
    }
    return;
  }
  const unsigned width = bit_length(t);
  drop_ = width > 63 ? width - 63 : 0;
  per_unit_ = to_uint128(Integer(power_of_two(128 + drop_) / t));
  const Rational r = variance / (t * t);
  ratio_ = floor(r * power_of_two(64)).get_ui();
  slope_ = floor(power_of_two(62) / (2 * r)).get_ui();
}

// gamma = f + (V + f - r)^2 / (2r) with f = U/t, r = variance / t^2 in [1/4, 1).
//
// In units of 2^-64: f is short by at most 6 (4 for the dropped bits, 1 for the rounded
// quotient, 1 for the last shift) and r by 1, so d = |V + f - r| is off by at most 7, and
// by less than 2^7 + 7 < 2^8 after its low seven bits are dropped. With d < 46 the square
// is off by less than 2 * 46 * 2^8 + 1 < 2^15, by 2^14 more for keeping only 50 fractional
// bits; the slope (at most 2, off by 2^-62) turns this into less than 2^17 + 46^2 * 4 < 2^18.
FixedPoint DiscreteGaussian::proposal_gamma(UInt128 offset, std::uint64_t rounds) const {
  if (rounds >= fast_rounds) return beyond;
  if (span_ == 1) return narrow_gammas_[rounds];
  const UInt128 f = (offset >> drop_) * per_unit_ >> 64;
  const UInt128 y = (static_cast<UInt128>(rounds) << 64) + f;
  const UInt128 distance = (y > ratio_ ? y - ratio_ : ratio_ - y) >> 7; // 57 fractional bits
  const UInt128 square = distance * distance >> 64;                     // 50 fractional bits
  const UInt128 bend = square * slope_ >> 48;                           // 64 fractional bits
  constexpr std::uint64_t off = std::uint64_t{1} << 18;
  const UInt128 gamma = f + bend;
  return {gamma > off ? gamma - off : 0, 2 * off};
}

Rational DiscreteGaussian::exact_proposal_gamma(UInt128 offset, std::uint64_t rounds) const {
  const Integer t = to_integer(span_);
  const Integer u = to_integer(offset);
  const Rational from_peak = u + t * to_integer(rounds) - variance_ / t;
  return ratio(u, t) + from_peak * from_peak / (2 * variance_);
}

bool DiscreteGaussian::keep(UInt128 offset, std::uint64_t rounds, Bits &bits) const {
  const std::uint64_t first_word = bits.word();
  if (arithmetic_ == Arithmetic::fast_first) {
    const FixedPoint gamma = proposal_gamma(offset, rounds);
    if (FixedExpTable::covers(gamma))
      if (const auto sure = surely_below(first_word, exponential_->exp_minus(gamma))) return *sure;
  }
  return below_exp_minus(first_word, exact_proposal_gamma(offset, rounds), bits);
}

Int128 DiscreteGaussian::operator()(Bits &bits) const {
  for (;;) {
    // The sign rides on the offset: one word for both.
    const UInt128 signed_offset = uniform_below(2 * span_, bits);
    const bool negative = (signed_offset & 1) != 0;
    const UInt128 offset = signed_offset >> 1;
    const std::uint64_t rounds = unit_(bits);
    if (!keep(offset, rounds, bits)) continue;
    // t <= 2^100 + 1: up to 2^25 rounds the product stays below `largest`.
    const auto magnitude = static_cast<Int128>(
        rounds >> 25 == 0
            ? offset + span_ * rounds
            : Geometric::saturated(to_integer(offset) + to_integer(span_) * to_integer(rounds)));
    if (!negative) return magnitude;
    if (magnitude != 0) return -magnitude;
  }
}

} // namespace poise::internal
