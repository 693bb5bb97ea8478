// Bits for real releases: ChaCha20 keyed by the operating system, through libsodium.
#pragma once

#include "poise/random/bits.h"

#include <memory>

namespace poise::internal {

// PROMISE  Words are computationally indistinguishable from uniform, and no word is
//          handed out twice, not even by a process and its fork.
// WHY      The key comes from the operating system. Each refill first replaces the key
//          by fresh keystream (so a stolen state reveals no past word). Key and
//          buffer live in pages the kernel wipes in a forked child: there the count
//          of words left reads zero, and a zero mark makes the child draw a new key.
//          Where the kernel cannot wipe, nothing is buffered at all.
// CHECKED  tests/random/system_bits_test.cpp
class SystemBits final : public Bits {
public:
  enum class Buffering { wiped_on_fork, none };

  SystemBits();                             // buffered where the kernel can wipe
  explicit SystemBits(Buffering buffering); // `none` forces the slow way
  ~SystemBits() override;

  Provenance provenance() const override { return Provenance::operating_system; }
  Buffering buffering() const { return buffering_; }

private:
  struct State;
  struct Unmap {
    void operator()(State *state) const;
  };
  using Pages = std::unique_ptr<State, Unmap>;

  // Pages that will hold the state, and whether they can be wiped.
  struct Memory {
    Pages pages;
    Buffering buffering;
  };
  static Memory map_memory(Buffering wanted);
  static bool can_wipe(void *pages);
  explicit SystemBits(Memory memory);
  void refill() override;

  Pages state_;
  Buffering buffering_;
};

} // namespace poise::internal
