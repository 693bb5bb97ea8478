// Which sampler of random/ a share of noise comes from.
#include "poise/shuffle/noise_shares.h"

#include <stdexcept>

namespace poise::internal {
namespace {

std::variant<DiscreteGaussian, DiscreteGaussianTable> sampler_for(const Rational &variance,
                                                                  std::uint64_t expected_draws) {
  if (variance <= 0 || variance > power_of_two(100))
    throw std::logic_error("poise: a Gaussian share needs a variance in (0, 2^100]");
  if (DiscreteGaussianTable::worthwhile(variance, expected_draws)) return DiscreteGaussianTable(variance);
  return DiscreteGaussian(variance);
}

Rational shape_for(std::uint64_t honest) {
  if (honest == 0) throw std::logic_error("poise: noise needs someone to add it");
  return ratio(1, to_integer(honest));
}

} // namespace

GaussianShare::GaussianShare(const Rational &variance, std::uint64_t expected_draws)
    : sampler_(sampler_for(variance, expected_draws)) {}

PolyaShare::PolyaShare(std::uint64_t honest, const Rational &rate) : polya_(shape_for(honest), rate) {}

std::int64_t randomly_rounded(std::int64_t value, unsigned shift, Bits &bits) {
  if (shift == 0) return value;
  if (shift > 63) throw std::logic_error("poise: a value of 64 bits has no more than 63 to round away");
  const std::uint64_t r = bits.word() >> (64 - shift);
  return static_cast<std::int64_t>((Int128{value} + r) >> shift); // a shift to the right is a floor
}

} // namespace poise::internal
