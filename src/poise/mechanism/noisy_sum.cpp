// Noise first, data last: the draws do not wait for the sums.
#include "poise/mechanism/noisy_sum.h"

#include "poise/mechanism/add_noise.h"

#include <algorithm>

namespace poise {

Result<Released<NoisySum>> noisy_sum(const ExactSum &sum, Grant<Rho> grant, Bits &bits, std::string step) {
  const Integer variance =
      std::max(Integer(1), ceil(sum.squared_sensitivity() / (2 * grant.amount().exact())));
  if (variance > power_of_two(DiscreteGaussian::max_variance_bits))
    return Error{ErrorKind::bad_parameter,
                 "rho is too small for any answer: the noise would drown every number", "give more budget"};

  const DiscreteGaussian noise{Rational(variance)};
  std::vector<Int128> values(sum.columns());
  for (Int128 &value : values) value = noise(bits);

  const ReleaseKey key;
  const std::span<const Int128> exact = sum.values(key);
  std::transform(exact.begin(), exact.end(), values.begin(), values.begin(), add_noise);
  return Released<NoisySum>(key, NoisySum{std::move(values), variance},
                            std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise
