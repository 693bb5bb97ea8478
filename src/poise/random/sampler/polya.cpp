// The probabilities of a Pólya count, enclosed at any precision.
#include "poise/random/sampler/polya.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {
namespace {

// Small rates make long tails: beyond this many outcomes the sums are formed anew, which takes
// up to a tenth of a second. A share of a noise (a shape far below one) is hardly ever there.
constexpr std::size_t most_outcomes = 1 << 16;

class PolyaMasses final : public LazyTable::Masses {
public:
  PolyaMasses(const Rational &shape, const Rational &rate, unsigned precision)
      : shape_(shape, precision), decay_(exp(Interval(Rational(-rate), precision))),
        mass_(exp(shape_ * log(-expm1(Interval(Rational(-rate), precision))))) {}

  Interval next() override {
    Interval current = mass_;
    const unsigned precision = mass_.precision();
    const Interval k(count_++, precision);
    mass_ = mass_ * decay_ * (k + shape_) / Interval(count_, precision);
    return current;
  }

private:
  Interval shape_;
  Interval decay_;
  Interval mass_;
  long count_ = 0;
};

std::optional<LazyTable> table_of(const Rational &shape, const Rational &rate, unsigned resolution) {
  if (shape == 0) return std::nullopt;
  return LazyTable(
      [shape, rate](unsigned precision) { return std::make_unique<PolyaMasses>(shape, rate, precision); },
      most_outcomes, resolution);
}

std::uint64_t whole_of(const Rational &shape, const Rational &rate) {
  if (shape <= 0 || shape > 1024) throw std::logic_error("poise: a Polya shape must lie in (0, 1024]");
  if (rate < ratio(1, 1 << 16)) throw std::logic_error("poise: a Polya rate must be at least 2^-16");
  return floor(shape).get_ui();
}

} // namespace

Polya::Polya(const Rational &shape, const Rational &rate, unsigned resolution)
    : whole_(whole_of(shape, rate)), geometric_(rate),
      rest_(table_of(shape - to_integer(whole_), rate, resolution)) {}

std::uint64_t Polya::operator()(Bits &bits) const {
  std::uint64_t sum = rest_ ? (*rest_)(bits) : 0;
  // At most 1024 parts of at most 2^50: no sum wraps.
  constexpr UInt128 most = UInt128{1} << 50;
  for (std::uint64_t i = 0; i < whole_; ++i)
    sum += static_cast<std::uint64_t>(std::min(geometric_(bits), most));
  return sum;
}

} // namespace poise::internal
