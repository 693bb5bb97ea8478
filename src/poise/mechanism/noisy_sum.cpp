// Noise first, data last: the draws do not wait for the sums.
#include "poise/mechanism/noisy_sum.h"

#include "poise/mechanism/add_noise.h"
#include "poise/random/sampler/discrete_laplace.h"

#include <algorithm>

namespace poise::internal {

namespace {

static_assert(Geometric::largest == UInt128{DiscreteGaussian::largest});

Error budget_too_small(const char *unit) {
  return bad_parameter(std::string(unit) + " is too small for any answer: the noise would drown every number",
                       "give more budget");
}

template <class Noise> std::vector<Int128> draws(const Noise &noise, std::size_t columns, Bits &bits) {
  std::vector<Int128> values(columns);
  for (Int128 &value : values) value = noise(bits);
  return values;
}

void add(std::span<const Int128> exact, std::vector<Int128> &values) {
  std::transform(exact.begin(), exact.end(), values.begin(), values.begin(), add_noise);
}

} // namespace

Result<Released<NoisySum>> noisy_sum(const ExactSum &sum, Grant<Rho> grant, Bits &bits, std::string step) {
  const Integer variance =
      std::max(Integer(1), ceil(sum.squared_sensitivity() / (2 * grant.amount().exact())));
  if (variance > power_of_two(DiscreteGaussian::max_variance_bits)) return budget_too_small("rho");
  std::vector<Int128> values = draws(DiscreteGaussian{Rational(variance)}, sum.columns(), bits);
  const ReleaseKey key;
  add(sum.values(key), values);
  return Released<NoisySum>(key, NoisySum{std::move(values), variance},
                            std::move(grant).spend(std::move(step)), bits.provenance());
}

Result<Released<NoisySum, Epsilon>> noisy_sum(const ExactSum &sum, Grant<Epsilon> grant, Bits &bits,
                                              std::string step) {
  // A sum that nobody can move needs no noise; one step of sensitivity keeps the sampler's rate finite.
  const Rational reach(std::max(Integer(1), sum.l1_sensitivity()));
  const Rational rate = grant.amount().exact() / reach;
  const Integer variance = ceil(2 / (rate * rate));
  if (variance > power_of_two(DiscreteGaussian::max_variance_bits)) return budget_too_small("epsilon");
  std::vector<Int128> values = draws(DiscreteLaplace(rate), sum.columns(), bits);
  const ReleaseKey key;
  add(sum.values(key), values);
  return Released<NoisySum, Epsilon>(key, NoisySum{std::move(values), variance},
                                     std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
