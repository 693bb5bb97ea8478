// Geometric waiting times, fast for rates of ordinary size and exact for all.
#include "poise/random/sampler/geometric.h"

#include "poise/base/interval.h"
#include "poise/random/lazy_uniform.h"
#include "poise/random/sampler/uniform.h"

#include <stdexcept>

namespace poise::internal {

const UnitGeometric::Powers *UnitGeometric::deciding() {
  static const Powers powers = [] {
    Powers result{~std::uint64_t{0}};
    for (unsigned k = 1; k < result.size(); ++k)
      result[k] = scale(exp(Interval(-static_cast<long>(k), 256U)), 64).floor_of_low().get_ui();
    return result;
  }();
  return &powers;
}

const UnitGeometric::Powers *UnitGeometric::undecided() {
  static const Powers powers = [] {
    Powers result;
    result.fill(~std::uint64_t{0});
    return result;
  }();
  return &powers;
}

std::uint64_t UnitGeometric::slowly(std::uint64_t first_word, Bits &bits) const {
  LazyUniform u(first_word);
  for (long k = 1;; ++k) {
    const auto power = [k](unsigned precision) { return exp(Interval(-k, precision)); };
    if (!u.below(power, bits)) return static_cast<std::uint64_t>(k - 1);
  }
}

Geometric::Geometric(const Rational &rate, Arithmetic arithmetic)
    : step_(rate.get_num()), span_(rate.get_den()), narrow_(fits_uint64(step_) && fits_uint64(span_)),
      arithmetic_(arithmetic), unit_(arithmetic), exponential_(&FixedExpTable::instance()) {
  if (rate <= 0) throw std::logic_error("poise: a geometric rate must be positive");
  if (!narrow_) return;
  s_ = step_.get_ui();
  t_ = span_.get_ui();
  // Not needed for t = 1, where 2^128 would not fit.
  if (t_ > 1) per_unit_ = to_uint128(Integer(power_of_two(128) / span_));
}

UInt128 Geometric::saturated(const Integer &draw) {
  return draw < to_integer(largest) ? to_uint128(draw) : largest;
}

// True with probability exp(-offset / t).
bool Geometric::keep(std::uint64_t offset, Bits &bits) const {
  const std::uint64_t first_word = bits.word();
  if (arithmetic_ == Arithmetic::fast_first) {
    // offset < t, so the product stays below 2^128; it is short by less than 2 units.
    const FixedPoint gamma{offset * per_unit_ >> 64, 2};
    if (const auto sure = surely_below(first_word, exponential_->exp_minus(gamma))) return *sure;
  }
  return below_exp_minus(first_word, ratio(to_integer(offset), span_), bits);
}

UInt128 Geometric::operator()(Bits &bits) const {
  if (!narrow_) return wide(bits);
  std::uint64_t offset;
  do offset = uniform_below(t_, bits);
  while (!keep(offset, bits));
  const std::uint64_t rounds = unit_(bits);
  // t < 2^64: up to 2^61 rounds the product stays below `largest`.
  if (rounds >> 61 != 0) return saturated((to_integer(offset) + span_ * to_integer(rounds)) / step_);
  const UInt128 waited = static_cast<UInt128>(t_) * rounds + offset;
  // A 64-bit division is several times quicker than a 128-bit one.
  return waited >> 64 == 0 ? static_cast<std::uint64_t>(waited) / s_ : waited / s_;
}

UInt128 Geometric::wide(Bits &bits) const {
  Integer offset;
  do offset = uniform_below(span_, bits);
  while (!bernoulli_exp_minus(ratio(offset, span_), bits, arithmetic_));
  const Integer waited = offset + span_ * to_integer(unit_(bits));
  return saturated(waited / step_);
}

} // namespace poise::internal
