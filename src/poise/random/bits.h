// Where randomness comes from: independent uniform bits, handed in by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace poise::internal {

// Whether a release may call itself private depends on where its bits came from.
enum class Provenance { operating_system, seeded };

// A stream of independent uniform 64-bit words. Not for sharing between threads:
// every thread holds its own.
class Bits {
public:
  Bits(const Bits &) = delete;
  Bits &operator=(const Bits &) = delete;
  virtual ~Bits() = default;

  virtual Provenance provenance() const = 0;

  std::uint64_t word() {
    if (pool_->left == 0) {
      drawn_ = true;
      refill();
    }
    // Forgotten as it leaves: memory read later must not tell past noise.
    return std::exchange(pool_->words[--pool_->left], 0);
  }

  // Whether anyone has ever asked for a word: until then nothing random has happened.
  bool drawn() const { return drawn_; }

protected:
  // Words not yet handed out, taken from the end.
  struct Pool {
    static constexpr std::size_t capacity = 1024;
    std::size_t left;
    std::uint64_t words[capacity];
  };

  explicit Bits(Pool *pool) : pool_(pool) {}
  virtual void refill() = 0; // leaves at least one word

  Pool *pool_;

private:
  bool drawn_ = false;
};

} // namespace poise::internal
