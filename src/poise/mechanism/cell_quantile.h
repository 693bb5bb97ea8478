// A quantile among all integers of a public range, where some are more likely than others beforehand.
#pragma once

#include "poise/aggregate/people/sorted_cells.h"
#include "poise/mechanism/released.h"

#include <string>
#include <vector>

namespace poise::internal {

// How likely every integer is before anybody looked.
//
// Public: made of released numbers alone.
class CellPrior {
public:
  // Integers first … next stretch's first - 1 have this weight each, at least 1.
  struct Stretch {
    std::int64_t first;
    std::uint64_t weight;
  };

  // From -SortedCells::furthest on, rising; the last one ends at +SortedCells::furthest. No stretch may weigh
  // 2^63 or more in all. Others are a bug and throw.
  explicit CellPrior(std::vector<Stretch> stretches);

  const std::vector<Stretch> &stretches() const { return stretches_; }

private:
  std::vector<Stretch> stretches_;
};

struct FoundCell {
  std::int64_t cell;
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      The score of y is how many cells would have to change for y to have the rank:
//          max(0, rank - #{x <= y}, #{x < y} - rank + 1). One row moves either count, and so the score, by
//          at most 1, also where it has no cell in this column. Choosing with weight prior(y) *
//          exp(-rate * score) costs rate^2 / 2 (exponential_mechanism.h); the prior looks at nobody.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/cell_quantile_test.cpp
//
// A rank beyond the cells that are there, or below 1, is allowed: it asks for the largest, or the smallest.
Result<Released<FoundCell>> cell_quantile(const SortedCells &cells, std::uint64_t rank,
                                          const CellPrior &prior, Grant<Rho> grant, Bits &bits,
                                          std::string step);

} // namespace poise::internal
