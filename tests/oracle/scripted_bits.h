// Bits read from a script: lets a test choose every word a sampler sees.
#pragma once

#include "poise/random/bits.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace poise::internal::oracle {

struct ScriptEnded {};

class ScriptedBits final : public Bits {
public:
  explicit ScriptedBits(std::vector<std::uint64_t> script) : Bits(&one_), script_(std::move(script)) {}

  Provenance provenance() const override { return Provenance::seeded; }
  std::size_t used() const { return used_; }

private:
  void refill() override {
    if (used_ == script_.size()) throw ScriptEnded{};
    one_.words[0] = script_[used_++];
    one_.left = 1;
  }

  Pool one_{};
  std::vector<std::uint64_t> script_;
  std::size_t used_ = 0;
};

} // namespace poise::internal::oracle
