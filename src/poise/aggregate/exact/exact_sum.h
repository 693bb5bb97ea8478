// An exact sum over rows, with how far one row can move it.
#pragma once

#include "poise/base/exact.h"

#include <cstddef>
#include <span>
#include <vector>

namespace poise::internal {

class ReleaseKey; // mechanism/release_key.h: who may turn exact numbers into a release

// Only an aggregate makes one, so the sensitivities are those it proved; only a
// mechanism reads its numbers.
class ExactSum {
public:
  // Public facts.
  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return values_.size(); }
  // Replacing one row moves the sum by at most the root of this, in l2-norm …
  const Integer &squared_sensitivity() const { return squared_sensitivity_; }
  // … and by at most this in l1-norm.
  const Integer &l1_sensitivity() const { return l1_sensitivity_; }

  // Exact numbers about people; |each| <= 2^124: a row takes a byte at least, so there are fewer than
  // 2^62, and no cell is beyond 2^62. What sums products checks it first.
  std::span<const Int128> values(const ReleaseKey &) const { return values_; }

private:
  friend class ColumnSums;    // column_sums.h
  friend class ClippedSums;   // clipped_sums.h
  friend class SecondMoments; // second_moments.h
  friend class PresentCounts; // people/present_counts.h
  friend class ShellSums;     // people/shell_sums.h

  ExactSum(std::size_t rows, Integer squared_sensitivity, Integer l1_sensitivity, std::vector<Int128> values)
      : rows_(rows), squared_sensitivity_(std::move(squared_sensitivity)),
        l1_sensitivity_(std::move(l1_sensitivity)), values_(std::move(values)) {}

  std::size_t rows_;
  Integer squared_sensitivity_;
  Integer l1_sensitivity_;
  std::vector<Int128> values_;
};

} // namespace poise::internal
