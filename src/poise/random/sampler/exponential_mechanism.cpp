// Drawing from integer majorants and correcting by an exact coin.
#include "poise/random/sampler/exponential_mechanism.h"

#include "poise/random/lazy_uniform.h"
#include "poise/random/sampler/uniform.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace poise::internal {

ExponentialPowers::ExponentialPowers(const Rational &rate, std::size_t how_many) : rate_(rate) {
  if (rate < 0) throw std::logic_error("poise: the rate of an exponential mechanism must not be negative");
  const Integer fixed = floor(rate * power_of_two(64));
  fixed_rate_ = fits_uint128(fixed) ? to_uint128(fixed) : ~UInt128{0};
  const UInt128 limit = (static_cast<UInt128>(FixedExpTable::max_whole) << 64) - 1;
  last_ = fixed_rate_ == 0 ? ~UInt128{0} : limit / fixed_rate_;
  for (std::uint64_t k = 0; k < how_many && k <= last_; ++k) kept_.push_back(computed(k));
}

ExponentialPowers::Power ExponentialPowers::computed(std::uint64_t k) const {
  // The product is short of rate * k by less than `k` units: no harm to the upper bound, so where this is
  // more than the lower bound can bear, that one is given up.
  const bool precise = k < FixedExpTable::max_slack;
  const FixedExp power = FixedExpTable::instance().exp_minus({fixed_rate_ * k, precise ? k : 0});
  const std::uint64_t low = precise && power.mantissa > power.error ? power.mantissa - power.error : 0;
  return {low, power.mantissa + power.error, power.shift}; // the error is below 2^41
}

ExponentialMechanism::ExponentialMechanism(std::span<const Gap> gaps, const Rational &rate,
                                           Arithmetic arithmetic)
    : ExponentialMechanism(gaps, std::make_shared<ExponentialPowers>(rate, 0), arithmetic) {}

ExponentialMechanism::ExponentialMechanism(std::span<const Gap> gaps,
                                           std::shared_ptr<const ExponentialPowers> powers,
                                           Arithmetic arithmetic)
    : gaps_(gaps), powers_(std::move(powers)), arithmetic_(arithmetic) {
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
  UInt128 sum = 0;
  for (const Gap &gap : gaps_) sums_.push_back(sum += high_of(gap));
}

namespace {

// In units of 2^-(63 - headroom).
UInt128 weighed(std::uint64_t power, std::uint64_t count, unsigned shift) {
  return static_cast<UInt128>(power) * count >> std::min(shift, 127U);
}

} // namespace

// As bounds() has it, without what nobody asked for: this is done for every gap.
UInt128 ExponentialMechanism::high_of(const Gap &gap) const {
  if (gap.count == 0) return 0;
  const auto power = powers_->power(gap.score - best_);
  return power ? weighed(power->high, gap.count, power->shift + headroom_) + 1 : 1;
}

ExponentialMechanism::Bounds ExponentialMechanism::bounds(const Gap &gap) const {
  if (gap.count == 0) return {0, 0};
  const auto power = powers_->power(gap.score - best_);
  if (!power) return {0, 1}; // from exp(-2^28) on, even 2^64 candidates weigh less than one unit
  const unsigned shift = power->shift + headroom_;
  return {weighed(power->low, gap.count, shift), weighed(power->high, gap.count, shift) + 1};
}

Interval ExponentialMechanism::weight(std::size_t gap, unsigned precision) const {
  const Integer worse = to_integer(gaps_[gap].score - best_);
  const Interval power = exp(Interval(Rational(-powers_->rate() * worse), precision));
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

} // namespace poise::internal
