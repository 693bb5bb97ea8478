// Inverse-transform sampling from a table of the distribution function, made exact.
#pragma once

#include "poise/base/interval.h"
#include "poise/random/bits.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace poise::internal {

// PROMISE  Outcome j = 0, 1, 2, … with exactly the probability the masses enclose. The
//          outcomes must be infinitely many, each of positive probability.
// WHY      The draw is the j with F(j-1) <= u < F(j) for a lazily drawn uniform u. The
//          table holds floor(2^64 F(j)), certain in every bit; one word of u decides
//          unless it equals an entry or lies beyond the last. Then the sums are
//          formed again with more and more precision until the draw is certain.
// CHECKED  tests/random/lazy_table_test.cpp; `resolution` below 64 forces the refinement.
class LazyTable {
public:
  // One pass over the probabilities of the outcomes, each enclosed at one precision.
  class Masses {
  public:
    virtual ~Masses() = default;
    virtual Interval next() = 0;
  };
  using MassesAt = std::function<std::unique_ptr<Masses>(unsigned precision)>;

  // At most `max_entries` outcomes are tabulated; the others are found by summation.
  // Of each word only the leading `resolution` bits are compared with the table.
  explicit LazyTable(MassesAt masses_at, std::size_t max_entries, unsigned resolution = 64);

  std::uint64_t operator()(Bits &bits) const {
    const std::uint64_t word = bits.word();
    const std::uint64_t key = word >> coarse_shift_;
    if (key >= last_) return slowly(word, bits);
    std::size_t outcome = guide_[static_cast<std::size_t>(word >> guide_shift_)];
    while (floors_[outcome] <= key) ++outcome;
    if (outcome > 0 && floors_[outcome - 1] == key) return slowly(word, bits);
    return outcome;
  }

  // floor(2^64 F(j)) of the tabulated outcomes at full resolution: what the draws obey.
  const std::vector<std::uint64_t> &floors() const { return floors_; }

private:
  bool tabulate(unsigned precision, std::size_t max_entries);
  void make_guide();
  std::uint64_t slowly(std::uint64_t first_word, Bits &bits) const;

  MassesAt masses_at_;
  unsigned coarse_shift_;
  unsigned guide_shift_ = 0;
  std::uint64_t last_ = 0;
  std::vector<std::uint64_t> floors_;
  std::vector<std::uint32_t> guide_; // first outcome that words with these leading bits can have
};

} // namespace poise::internal
