// The probabilities of the discrete Gaussian, enclosed at any precision.
#include "poise/random/sampler/discrete_gaussian_table.h"

#include <stdexcept>

namespace poise::internal {
namespace {

constexpr unsigned max_variance_bits = 24;
constexpr std::size_t max_entries = 1 << 18; // more than 2 * 9.5 sigma

// exp(-k^2 / (2 variance)) for k = 0, 1, 2, …, each from the one before.
class Weights {
public:
  Weights(const Rational &variance, unsigned precision)
      : weight_(1, precision), step_(exp(Interval(Rational(-1 / (2 * variance)), precision))),
        bend_(step_ * step_) {}

  const Interval &weight() const { return weight_; }
  const Interval &step() const { return step_; } // next weight / this weight

  void advance() {
    weight_ *= step_;
    step_ *= bend_;
  }

private:
  Interval weight_;
  Interval step_;
  Interval bend_;
};

Interval sum_of_all(const Rational &variance, unsigned precision) {
  Weights weights(variance, precision);
  const Interval negligible = scale(Interval(1, precision), -static_cast<long>(precision));
  Interval one_side(0, precision);
  do {
    weights.advance();
    one_side += weights.weight();
  } while (!weights.weight().surely_less(negligible));
  // The steps only shrink, so what follows is below a geometric series.
  const Interval one(1, precision);
  const Interval tail = weights.weight() * weights.step() / (one - weights.step());
  return one + scale(one_side + hull(Interval(0, precision), tail), 1);
}

class GaussianMasses final : public LazyTable::Masses {
public:
  GaussianMasses(const Rational &variance, unsigned precision)
      : weights_(variance, precision), total_(sum_of_all(variance, precision)) {}

  Interval next() override {
    if (!second_of_pair_) {
      if (started_) weights_.advance();
      second_of_pair_ = started_;
      started_ = true;
    } else {
      second_of_pair_ = false;
    }
    return weights_.weight() / total_;
  }

private:
  Weights weights_;
  Interval total_;
  bool started_ = false;
  bool second_of_pair_ = false;
};

LazyTable table_of(const Rational &variance, unsigned resolution) {
  if (variance <= 0 || variance > power_of_two(max_variance_bits))
    throw std::logic_error("poise: a discrete Gaussian table needs a variance in (0, 2^24]");
  return LazyTable(
      [variance](unsigned precision) { return std::make_unique<GaussianMasses>(variance, precision); },
      max_entries, resolution);
}

} // namespace

DiscreteGaussianTable::DiscreteGaussianTable(const Rational &variance, unsigned resolution)
    : table_(table_of(variance, resolution)) {}

bool DiscreteGaussianTable::worthwhile(const Rational &variance, std::uint64_t draws) {
  if (variance > power_of_two(max_variance_bits)) return false;
  const Integer sigma = isqrt(floor(variance)) + 1;
  return to_integer(draws) >= 300 * sigma;
}

} // namespace poise::internal
