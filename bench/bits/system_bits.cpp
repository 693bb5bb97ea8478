// The floor under every sampler: how fast words arrive.
#include "poise/random/system_bits.h"
#include "frame/contender.h"

#include <memory>

namespace poise::internal::bench {
namespace {

const int system_bits = enter([] {
  auto bits = std::make_shared<SystemBits>();
  const Law fair_nibbles{[](std::int64_t) { return 1.0 / 16; }, 0, 15};
  return sampler(
      "bits/system/word", [bits] { return bits->word() >> 60; }, fair_nibbles, 0);
});

} // namespace
} // namespace poise::internal::bench
