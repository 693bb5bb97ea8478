// The rival: the published sampler, step by step in rational arithmetic.
#include "discrete_gaussian/law.h"
#include "oracle/textbook_samplers.h"
#include "poise/random/system_bits.h"

#include <memory>

namespace poise::internal::bench {
namespace {

const int textbook = enter([] {
  auto bits = std::make_shared<SystemBits>();
  return sampler(
      "discrete-gaussian/textbook/sigma=10",
      [bits] { return oracle::textbook_discrete_gaussian(Rational(100), *bits).get_si(); },
      discrete_gaussian_law(10), 0, 20'000);
});

} // namespace
} // namespace poise::internal::bench
