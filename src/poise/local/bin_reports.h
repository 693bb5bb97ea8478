// Which bin of a line a number is in, told in bits of which every one may lie.
#pragma once

#include "poise/privacy/units.h"
#include "poise/random/sampler/flip_coins.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace poise::internal {

// Bins of one width; the middle one is around zero, and the outermost take all that is beyond.
struct Bins {
  std::int64_t width = 1; // in steps of the grid
  std::int64_t last = 0;  // to either side of the middle

  std::size_t count() const { return 2 * static_cast<std::size_t>(last) + 1; }
  std::size_t words() const { return (count() + 63) / 64; }
  std::size_t bin_of(std::int64_t number) const; // rounded to the nearest centre, halves up
  Int128 centre_of(std::size_t bin) const;
};

// PROMISE  A report is epsilon-DP: whatever bin the number is in, every report is at most e^epsilon times
//          as likely as for another one.
// WHY      All bits are flipped independently with probability 1 / (1 + e^(epsilon/2)); another bin changes
//          two true bits, and each of these changes the probability by a factor of e^(epsilon/2) at most.
// ASSUMES  independent uniform bits.
// CHECKED  tests/local/baselines_test.cpp
class BinReports {
public:
  BinReports(const Bins &bins, const Epsilon &epsilon) : bins_(bins), coins_(epsilon.exact() / 2) {}

  const Bins &bins() const { return bins_; }

  // Word by word, to whoever counts; bits beyond the last bin mean nothing.
  template <class Take> void operator()(std::int64_t number, Bits &bits, const Take &take) const {
    const std::size_t own = bins_.bin_of(number), words = bins_.words();
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t truth = own / 64 == word ? std::uint64_t{1} << own % 64 : 0;
      take(word, truth ^ coins_.word(bits));
    }
  }

private:
  Bins bins_;
  FlipCoins coins_;
};

inline std::size_t Bins::bin_of(std::int64_t number) const {
  const Int128 doubled = 2 * Int128{number} + width, period = 2 * Int128{width};
  const Int128 down = doubled / period - (doubled % period < 0); // rounded down
  const Int128 inside = down < -last ? -last : down > last ? Int128{last} : down;
  return static_cast<std::size_t>(inside + last);
}

inline Int128 Bins::centre_of(std::size_t bin) const { return (static_cast<Int128>(bin) - last) * width; }

} // namespace poise::internal
