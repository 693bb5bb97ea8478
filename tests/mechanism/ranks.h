// Are values where their rank says? For every mechanism that finds quantiles.
#pragma once

#include "aggregate/any_rows.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {

// 500 rows within +-1000, with many ties for every third seed; and a rank to ask for.
struct RankTrial {
  Plain plain;
  std::uint64_t rank;

  explicit RankTrial(std::uint64_t seed) : plain{1 + seed % 4, {}, Grid::of(0, 1000).value()} {
    SeededBits dice(77, seed);
    for (std::size_t i = 0; i < 500 * plain.columns; ++i)
      plain.cells.push_back(static_cast<std::int64_t>(dice.word() % (seed % 3 == 0 ? 5 : 1500)) - 700);
    rank = 1 + dice.word() % plain.rows();
  }

  // At least rank - most rows at or below, fewer than rank + most below.
  void expect_near(const std::vector<std::int64_t> &found, const Integer &most) const {
    for (std::size_t j = 0; j < plain.columns; ++j) {
      long at_or_below = 0, below = 0;
      for (std::size_t i = j; i < plain.cells.size(); i += plain.columns) {
        at_or_below += plain.cells[i] <= found[j];
        below += plain.cells[i] < found[j];
      }
      EXPECT_GE(at_or_below + most, to_integer(rank));
      EXPECT_LT(below, to_integer(rank) + most);
    }
  }
};

} // namespace poise::internal
