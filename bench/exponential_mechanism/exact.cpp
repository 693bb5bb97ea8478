// Our exponential mechanism, weights and all, for one choice among a million gaps.
#include "exponential_mechanism/race.h"
#include "poise/random/system_bits.h"

#include <memory>

namespace poise::internal::bench {
namespace {

const int exact = enter([] {
  auto gaps = std::make_shared<std::vector<Gap>>(race_course());
  auto bits = std::make_shared<SystemBits>();
  const Rational rate = ratio(1, 100);
  return Contender{
      "exponential-mechanism/exact/gaps=10^6",
      [=] {
        const ExponentialMechanism mechanism(*gaps, rate);
        const auto distance = [&] { return static_cast<std::int64_t>(mechanism(*bits).gap) - race_middle; };
        const Law law = race_law();
        return statistical::misfit(statistical::count(100'000, distance), law.mass, law.low, law.high);
      },
      [=]() -> std::uint64_t {
        benchmark::DoNotOptimize(ExponentialMechanism(*gaps, rate)(*bits));
        return 1;
      },
      1 / 0.3}; // a third of a second for one choice
});

} // namespace
} // namespace poise::internal::bench
