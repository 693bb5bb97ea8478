// Fair and rare columns: every cell by itself, with the probability of its column.
#include "experiments/baskets/coin_columns.h"

#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace coin_columns_test {

// 40 columns of 20,000 rows. A sum of independent cells is off by more than 6 standard deviations with
// probability below 4e-9 by the normal law, and a little more by the binomial one: 40 columns and the pairs
// below raise a false alarm with less than 1e-5 for a fresh seed.
constexpr std::size_t rows = 20'000;
constexpr double sigmas = 6;

TEST(CoinColumns, HaveTheSharesTheyShould) {
  for (const std::size_t fair : {0U, 1U, 20U, 40U}) {
    SeededBits bits(fair + 1);
    const Sample sample = coin_sample(rows, 40, fair, bits);
    ASSERT_EQ(sample.mean.size(), 40U);
    EXPECT_EQ(sample.table.rows(), rows);
    EXPECT_TRUE(sample.table.binary());
    EXPECT_TRUE(sample.table.sparse());
    for (std::size_t j = 0; j < 40; ++j) {
      EXPECT_EQ(sample.truth[j], j < fair ? 0.5 : 0.01);
      const double std = std::sqrt(sample.truth[j] * (1 - sample.truth[j]) / rows);
      EXPECT_NEAR(sample.mean[j], sample.truth[j], sigmas * std) << fair << " " << j;
    }
  }
}

TEST(CoinColumns, RowsAreRisingAndInside) {
  SeededBits bits(3);
  const Baskets baskets = draw_coins(1000, 200, 70, bits);
  ASSERT_EQ(baskets.rows(), 1000U);
  for (std::size_t row = 0; row < 1000; ++row)
    for (std::uint64_t i = baskets.starts[row]; i < baskets.starts[row + 1]; ++i) {
      ASSERT_LT(baskets.places[i], 200U);
      if (i > baskets.starts[row]) {
        ASSERT_LT(baskets.places[i - 1], baskets.places[i]);
      }
    }
}

// Skipping gaps must not tie the last rare cell of a row to the first of the next, nor neighbours in a row.
TEST(CoinColumns, NeighbouringRareCellsAreIndependent) {
  SeededBits bits(4);
  const Baskets baskets = draw_coins(rows, 40, 0, bits);
  std::uint64_t beside = 0, next = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint64_t first = baskets.starts[row], last = baskets.starts[row + 1];
    for (std::uint64_t i = first; i + 1 < last; ++i)
      beside += baskets.places[i] + 1 == baskets.places[i + 1] ? 1 : 0;
    const bool ends = first < last && baskets.places[last - 1] == 39;
    const bool begins = last < baskets.places.size() && row + 1 < rows && baskets.starts[row + 2] > last &&
                        baskets.places[last] == 0;
    next += ends && begins ? 1 : 0;
  }
  const double pairs = 39.0 * rows * 1e-4; // neighbouring pairs overlap, which adds little to this variance
  EXPECT_NEAR(static_cast<double>(beside), pairs, sigmas * std::sqrt(1.05 * pairs));
  EXPECT_LE(next, 15U); // 2 expected: more than 15 with probability below 1e-8
}

} // namespace coin_columns_test
} // namespace poise::internal::experiments
