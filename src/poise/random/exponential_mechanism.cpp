// Drawing from integer majorants and correcting by an exact coin.
#include "poise/random/exponential_mechanism.h"

#include "poise/random/lazy_uniform.h"
#include "poise/random/uniform.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace poise {

ExponentialMechanism::ExponentialMechanism(std::span<const Gap> gaps, const Rational &rate,
                                           Arithmetic arithmetic)
    : gaps_(gaps), rate_(rate), arithmetic_(arithmetic), exponential_(&FixedExpTable::instance()) {
  if (rate < 0) throw std::logic_error("poise: the rate of an exponential mechanism must not be negative");
  const Integer fixed = floor(rate * power_of_two(64));
  fixed_rate_ = fits_uint128(fixed) ? to_uint128(fixed) : ~UInt128{0};
  best_ = ~std::uint64_t{0};
  bool candidates = false;
  for (const Gap &gap : gaps_) {
    if (gap.count == 0) continue;
    best_ = std::min(best_, gap.score);
    candidates = true;
  }
  if (!candidates) throw std::logic_error("poise: the exponential mechanism needs a candidate");
  // A majorant is at most 2^64 * 2^64 >> headroom: n of them stay below 2^127.
  headroom_ = static_cast<unsigned>(std::bit_width(gaps_.size())) + 1;
  sums_.reserve(gaps_.size() + 1);
  sums_.push_back(0);
  for (const Gap &gap : gaps_) sums_.push_back(sums_.back() + bounds(gap).high);
}

ExponentialMechanism::Bounds ExponentialMechanism::bounds(const Gap &gap) const {
  if (gap.count == 0) return {0, 0};
  const std::uint64_t worse = gap.score - best_;
  const UInt128 limit = static_cast<UInt128>(FixedExpTable::max_whole) << 64;
  // From exp(-2^28) on, even 2^64 candidates weigh less than one unit.
  if (worse != 0 && fixed_rate_ > (limit - 1) / worse) return {0, 1};
  // The product is short of rate * worse by less than `worse` units: no harm to the upper
  // bound, so where this is more than the lower bound can bear, that one is given up.
  const bool precise = worse < FixedExpTable::max_slack;
  const FixedExp power = exponential_->exp_minus({fixed_rate_ * worse, precise ? worse : 0});
  const unsigned shift = std::min(power.shift + headroom_, 127U);
  const UInt128 low = precise && power.mantissa > power.error ? power.mantissa - power.error : 0;
  const UInt128 high = static_cast<UInt128>(power.mantissa) + power.error;
  return {low * gap.count >> shift, (high * gap.count >> shift) + 1};
}

Interval ExponentialMechanism::weight(std::size_t gap, unsigned precision) const {
  const Integer worse = to_integer(gaps_[gap].score - best_);
  const Interval power = exp(Interval(Rational(-rate_ * worse), precision));
  const Interval weight = power * Interval(to_integer(gaps_[gap].count), precision);
  return scale(weight, 63 - static_cast<long>(headroom_));
}

bool ExponentialMechanism::keep(std::size_t gap, Bits &bits) const {
  const std::uint64_t first_word = bits.word();
  const UInt128 high = majorant(gap);
  if (arithmetic_ == Arithmetic::fast_first) {
    // u < low / high for certain? Both shortened to 64 bits, against ourselves.
    const UInt128 low = bounds(gaps_[gap]).low;
    const auto top = static_cast<std::uint64_t>(high >> 64);
    const unsigned drop = top == 0 ? 0 : static_cast<unsigned>(std::bit_width(top));
    const UInt128 sure = ((low >> drop) << 64) / ((high >> drop) + 1);
    if (static_cast<UInt128>(first_word) + 1 <= sure) return true;
  }
  const auto probability = [&](unsigned precision) {
    return weight(gap, precision) / Interval(to_integer(high), precision);
  };
  return LazyUniform(first_word).below(probability, bits);
}

Choice ExponentialMechanism::operator()(Bits &bits) const {
  for (;;) {
    const UInt128 ticket = uniform_below(sums_.back(), bits);
    const auto after = std::upper_bound(sums_.begin(), sums_.end(), ticket);
    const auto gap = static_cast<std::size_t>(after - sums_.begin()) - 1;
    if (keep(gap, bits)) return {gap, uniform_below(gaps_[gap].count, bits)};
  }
}

} // namespace poise
