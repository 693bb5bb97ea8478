// Bits for simulation: repeatable, and therefore never private.
#pragma once

#include "poise/random/bits.h"

#include <array>

namespace poise::internal {

// The words are a function of (seed, stream) alone, the same on every machine.
// Different streams of one seed are independent; use one per trial or thread.
class SeededBits final : public Bits {
public:
  explicit SeededBits(std::uint64_t seed, std::uint64_t stream = 0);

  Provenance provenance() const override { return Provenance::seeded; }

private:
  void refill() override;

  Pool buffer_;
  std::array<unsigned char, 32> key_;
  std::array<unsigned char, 8> nonce_;
  std::uint64_t block_ = 0;
};

} // namespace poise::internal
