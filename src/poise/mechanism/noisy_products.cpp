// The upper triangle with noise, then its mirror.
#include "poise/mechanism/noisy_products.h"

#include "poise/mechanism/add_noise.h"
#include "poise/random/sampler/discrete_gaussian.h"

#include <algorithm>

namespace poise::internal {

Result<Released<NoisyProducts>> noisy_products(const ExactProducts &products, Grant<Rho> grant, Bits &bits,
                                               std::string step) {
  const Integer above =
      std::max(Integer(1), ceil(products.squared_sensitivity() / (4 * grant.amount().exact())));
  const Integer diagonal = 2 * above;
  if (diagonal > power_of_two(DiscreteGaussian::max_variance_bits))
    return bad_parameter("rho is too small for any answer: the noise would drown every number",
                         "give more budget");
  const DiscreteGaussian of_diagonal{Rational(diagonal)}, of_others{Rational(above)};
  const std::size_t columns = products.columns();
  const ReleaseKey key;
  const std::vector<std::int64_t> &exact = products.values(key);
  NoisyProducts result{std::vector<Int128>(columns * columns), diagonal, above};
  for (std::size_t i = 0; i < columns; ++i)
    for (std::size_t j = i; j < columns; ++j) {
      const Int128 noise = i == j ? of_diagonal(bits) : of_others(bits);
      result.values[i * columns + j] = result.values[j * columns + i] =
          add_noise(exact[i * columns + j], noise);
    }
  return Released<NoisyProducts>(key, std::move(result), std::move(grant).spend(std::move(step)),
                                 bits.provenance());
}

} // namespace poise::internal
