// Our sampler for any variance.
#include "discrete_gaussian/law.h"
#include "poise/random/sampler/discrete_gaussian.h"
#include "poise/random/system_bits.h"

#include <memory>

namespace poise::internal::bench {
namespace {

int contend(unsigned sigma_bits) {
  return enter([sigma_bits] {
    const std::string name = "discrete-gaussian/rejection/sigma=2^" + std::to_string(sigma_bits);
    const DiscreteGaussian gaussian(Rational(power_of_two(2 * sigma_bits)));
    auto bits = std::make_shared<SystemBits>();
    if (sigma_bits <= 10)
      return sampler(
          name, [gaussian, bits] { return gaussian(*bits); },
          discrete_gaussian_law(std::ldexp(1.0, static_cast<int>(sigma_bits))), 5e6);
    Contender wide = sampler(
        name, [gaussian, bits] { return gaussian(*bits); }, rounded_normal_law(), 5e6);
    const auto cell = [gaussian, bits, sigma_bits] { return gaussian(*bits) >> (sigma_bits - 2); };
    wide.check = sampler(name, cell, rounded_normal_law(), 5e6).check;
    return wide;
  });
}

const int entries[] = {contend(0), contend(1), contend(5), contend(10), contend(20), contend(40)};

} // namespace
} // namespace poise::internal::bench
