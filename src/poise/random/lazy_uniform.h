// A uniform real number that is only as precise as the question asked of it.
#pragma once

#include "poise/base/interval.h"
#include "poise/random/bits.h"

#include <functional>
#include <vector>

namespace poise::internal {

// The real u in [0, 1) whose binary digits are the given first word and then
// whatever words the questions make it draw.
//
// PROMISE  below(x) is true with probability exactly x, for any real 0 <= x <= 1 that
//          is not a dyadic fraction with the digits drawn (an event of probability 0).
// WHY      u lies in [U, U+1] / 2^m after m bits; the answer is given only once that
//          interval and a certain enclosure of x no longer overlap, and otherwise both
//          are refined. The answer is thus that of the infinitely precise comparison.
// CHECKED  tests/random/lazy_uniform_test.cpp
class LazyUniform {
public:
  // An enclosure of the same real number at any precision asked for.
  using Real = std::function<Interval(unsigned precision)>;

  explicit LazyUniform(std::uint64_t first_word) : words_{first_word} {}

  bool below(const Real &x, Bits &bits);

  // How u compares with an enclosure, given the digits drawn so far.
  enum class Order { below, above, unknown };
  Order compare(const Interval &x) const;
  void refine(Bits &bits) { words_.push_back(bits.word()); }

  // Enough to make an enclosure narrower than the digits drawn can tell apart.
  unsigned working_precision() const { return digits() + 64; }

private:
  unsigned digits() const { return static_cast<unsigned>(64 * words_.size()); }
  std::vector<std::uint64_t> words_;
};

} // namespace poise::internal
