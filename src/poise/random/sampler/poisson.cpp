// The probabilities of a Poisson count, enclosed at any precision.
#include "poise/random/sampler/poisson.h"

#include <stdexcept>

namespace poise::internal {
namespace {

constexpr unsigned largest_part = 1024;
constexpr std::size_t most_counts = 4096; // mean 1024 needs about 1024 + 10 * 32

class PoissonMasses final : public LazyTable::Masses {
public:
  PoissonMasses(const Rational &mean, unsigned precision)
      : mean_(mean, precision), mass_(exp(Interval(Rational(-mean), precision))) {}

  Interval next() override {
    Interval current = mass_;
    ++count_;
    mass_ = mass_ * mean_ / Interval(count_, mass_.precision());
    return current;
  }

private:
  Interval mean_;
  Interval mass_;
  long count_ = 0;
};

std::uint64_t number_of_parts(const Rational &mean) {
  if (mean <= 0 || mean > power_of_two(32))
    throw std::logic_error("poise: a Poisson mean must lie in (0, 2^32]");
  return ceil(mean / largest_part).get_ui();
}

} // namespace

Poisson::Poisson(const Rational &mean, unsigned resolution)
    : parts_(number_of_parts(mean)),
      table_([part = Rational(mean / to_integer(parts_))](
                 unsigned precision) { return std::make_unique<PoissonMasses>(part, precision); },
             most_counts, resolution) {}

} // namespace poise::internal
