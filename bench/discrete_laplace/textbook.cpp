// The rival: the published sampler, step by step in rational arithmetic.
#include "frame/contender.h"
#include "oracle/exact_masses.h"
#include "oracle/textbook_samplers.h"
#include "poise/random/system_bits.h"

#include <memory>

namespace poise::internal::bench {
namespace {

const int textbook = enter([] {
  auto bits = std::make_shared<SystemBits>();
  const Law law{[](std::int64_t x) { return oracle::discrete_laplace_mass(0.1, x); }, -150, 150};
  return sampler(
      "discrete-laplace/textbook/rate=1/10",
      [bits] { return oracle::textbook_discrete_laplace(ratio(1, 10), *bits).get_si(); }, law, 0, 20'000);
});

} // namespace
} // namespace poise::internal::bench
