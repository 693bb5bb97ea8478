// Our table for many draws of one moderate variance.
#include "discrete_gaussian/law.h"
#include "poise/random/sampler/discrete_gaussian_table.h"
#include "poise/random/system_bits.h"

#include <memory>

namespace poise::internal::bench {
namespace {

int contend(unsigned sigma) {
  return enter([sigma] {
    auto table = std::make_shared<DiscreteGaussianTable>(Rational(sigma * sigma));
    auto bits = std::make_shared<SystemBits>();
    return sampler(
        "discrete-gaussian/table/sigma=" + std::to_string(sigma), [table, bits] { return (*table)(*bits); },
        discrete_gaussian_law(sigma), 50e6);
  });
}

const int entries[] = {contend(1), contend(10), contend(100), contend(1000)};

} // namespace
} // namespace poise::internal::bench
