// A sum of one number.
#include "poise/mechanism/noisy_count.h"

#include "poise/mechanism/add_noise.h"
#include "poise/random/sampler/discrete_gaussian.h"

#include <algorithm>
#include <stdexcept>

namespace poise::internal {

Result<Released<NoisyCount>> noisy_count(const ExactCounts &counts, std::size_t which, Grant<Rho> grant,
                                         Bits &bits, std::string step) {
  if (which >= counts.size()) throw std::logic_error("poise: there are not so many counts");
  const Integer moved = to_integer(counts.moved_by_one_row());
  const Integer variance = std::max(Integer(1), ceil(moved * moved / (2 * grant.amount().exact())));
  if (variance > power_of_two(DiscreteGaussian::max_variance_bits))
    return bad_parameter("rho is too small for any answer: the noise would drown every number",
                         "give more budget");
  const Int128 noise = DiscreteGaussian{Rational(variance)}(bits);
  const ReleaseKey key;
  const auto exact = static_cast<Int128>(counts.values(key)[which]);
  return Released<NoisyCount>(key, NoisyCount{add_noise(exact, noise), variance},
                              std::move(grant).spend(std::move(step)), bits.provenance());
}

} // namespace poise::internal
