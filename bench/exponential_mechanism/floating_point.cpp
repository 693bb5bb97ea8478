// The rival: what most libraries do, in double precision and so not private to the last bit.
#include "exponential_mechanism/race.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace poise::internal::bench {
namespace {

std::vector<double> cumulative_weights(const std::vector<Gap> &gaps, double rate) {
  std::vector<double> sums;
  sums.reserve(gaps.size());
  double sum = 0;
  for (const Gap &gap : gaps) {
    sum += static_cast<double>(gap.count) * std::exp(-rate * static_cast<double>(gap.score));
    sums.push_back(sum);
  }
  return sums;
}

std::int64_t choose(const std::vector<double> &sums, Bits &bits) {
  const double ticket = static_cast<double>(bits.word() >> 11) * 0x1p-53 * sums.back();
  return std::upper_bound(sums.begin(), sums.end(), ticket) - sums.begin();
}

const int floating_point = enter([] {
  auto gaps = std::make_shared<std::vector<Gap>>(race_course());
  auto bits = std::make_shared<SystemBits>();
  return Contender{"exponential-mechanism/floating-point/gaps=10^6",
                   [=] {
                     const std::vector<double> sums = cumulative_weights(*gaps, 0.01);
                     const Law law = race_law();
                     return statistical::misfit(
                         statistical::count(100'000, [&] { return choose(sums, *bits) - race_middle; }),
                         law.mass, law.low, law.high);
                   },
                   [=]() -> std::uint64_t {
                     benchmark::DoNotOptimize(choose(cumulative_weights(*gaps, 0.01), *bits));
                     return 1;
                   },
                   0};
});

} // namespace
} // namespace poise::internal::bench
