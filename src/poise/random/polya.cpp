// The probabilities of a Pólya count, enclosed at any precision.
#include "poise/random/polya.h"

#include <stdexcept>

namespace poise {
namespace {

// Small rates make long tails: beyond this many outcomes the sums are formed anew,
// which is slow, exact and rare (a share of a noise is almost always small).
constexpr std::size_t max_entries = 1 << 16;

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

LazyTable table_of(const Rational &shape, const Rational &rate, unsigned resolution) {
  if (shape <= 0 || rate <= 0) throw std::logic_error("poise: a Polya count needs a positive shape and rate");
  return LazyTable(
      [shape, rate](unsigned precision) { return std::make_unique<PolyaMasses>(shape, rate, precision); },
      max_entries, resolution);
}

} // namespace

Polya::Polya(const Rational &shape, const Rational &rate, unsigned resolution)
    : table_(table_of(shape, rate, resolution)) {}

} // namespace poise
