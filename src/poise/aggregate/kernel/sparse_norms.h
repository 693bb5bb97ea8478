// Norms of sparse rows, from their entries and what is elsewhere.
#pragma once

#include "poise/aggregate/kernel/row_norms.h"
#include "poise/grid/block.h"

#include <vector>

namespace poise::internal {

// PROMISE  of_row(block, i) is the norm (squared, for l2) of row i with all its cells, exactly.
// WHY      The norm of a row that has nothing but what is elsewhere, plus what each entry adds to
//          it: taken modulo 2^192, in which the result, a sum of at most 2^32 numbers of 126 bits,
//          fits and so is its remainder.
// CHECKED  tests/aggregate/answers_test.cpp
class SparseNorms {
public:
  SparseNorms(Norm norm, std::span<const std::int64_t> implicit_values) : norm_(norm) {
    for (const std::int64_t cell : implicit_values) {
      terms_.push_back(term(cell));
      all_.add(terms_.back());
    }
  }

  template <class T> UInt192 of_row(const SparseBlock<T> &block, std::size_t row) const {
    UInt192 norm = all_, replaced;
    for (std::size_t i = block.begin(row); i < block.end(row); ++i) {
      norm.add(term(block.values[i]));
      if (!terms_.empty()) replaced.add(terms_[block.places[i]]);
    }
    norm.subtract(replaced);
    return norm;
  }

private:
  UInt128 term(std::int64_t cell) const {
    const auto bits = static_cast<std::uint64_t>(cell);
    const UInt128 magnitude = cell < 0 ? 0 - bits : bits;
    return norm_ == Norm::l1 ? magnitude : magnitude * magnitude;
  }

  Norm norm_;
  std::vector<UInt128> terms_; // what each column adds where no entry is; none when that is zero
  UInt192 all_;
};

} // namespace poise::internal
