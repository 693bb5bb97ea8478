// Random numbers for made-up data: plain arithmetic alone, so that every machine agrees.
#pragma once

#include "poise/random/sampler/discrete_gaussian.h"
#include "poise/random/sampler/uniform.h"

#include <span>

namespace poise::internal::cli {

// Made-up data may use doubles; but the mathematical functions of C libraries differ
// in the last digit, so only + - * / and sqrt appear here, which IEEE 754 fixes.

// In (0, 1), never an end of it.
inline double uniform(Bits &bits) { return (static_cast<double>(bits.word() >> 12) + 0.5) * 0x1p-52; }

inline bool chance(double p, Bits &bits) { return uniform(bits) < p; }

// Standard normal to six decimals.
class Normal {
public:
  Normal() : micros_(Rational(1'000'000) * 1'000'000) {}
  double operator()(Bits &bits) const { return static_cast<double>(micros_(bits)) / 1e6; }

private:
  DiscreteGaussian micros_;
};

// e^x for |x| < 100, good to about fifteen digits.
double exponential(double x);

// At least 1; P(X > x) = x^(-4/3), or x^-2.
double pareto_four_thirds(Bits &bits);
double pareto_two(Bits &bits);

// An index, in proportion to the weights.
std::size_t pick(std::span<const unsigned> weights, Bits &bits);

} // namespace poise::internal::cli
