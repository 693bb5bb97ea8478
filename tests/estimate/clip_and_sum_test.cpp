// Radius and sum: the receipt is the whole grant, the noise fits the radius, too few rows are left alone.
#include "poise/estimate/mean/clip_and_sum.h"

#include "aggregate/any_rows.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace clip_and_sum_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

// Rows of norms 1, 2, 3, … in turn along the axes.
Plain growing(std::size_t rows, std::size_t columns, std::int64_t bound) {
  Plain plain{columns, std::vector<std::int64_t>(rows * columns), Grid::of(0, bound).value()};
  for (std::size_t i = 0; i < rows; ++i)
    plain.cells[i * columns + i % columns] = static_cast<std::int64_t>(i) + 1;
  return plain;
}

std::shared_ptr<const GridRows> rows_of(const Plain &plain) {
  return on_grid(dense_table(plain), plain.grid).value();
}

TEST(ClipAndSum, TheReceiptIsAQuarterForTheRadiusAndTheRestForTheSum) {
  SeededBits bits(1);
  const auto release =
      clip_and_sum(*rows_of(growing(2000, 3, 1 << 20)), {.dimensions = 3}, {}, grant("1/3"), bits).value();
  EXPECT_EQ(release.receipt.total(), ratio(1, 3));
  ASSERT_EQ(release.receipt.steps().size(), 2U);
  EXPECT_EQ(release.receipt.steps()[0].amount.exact(), ratio(1, 12));
  EXPECT_EQ(release.receipt.steps()[1].amount.exact(), ratio(1, 4));
  EXPECT_FALSE(release.is_private);
}

// s2 = ceil(2 C^2 / rho'), C about the norm that all rows but the offset have.
TEST(ClipAndSum, TheNoiseFitsTheRadiusAndNotTheBound) {
  SeededBits bits(2);
  const std::size_t rows = 20'000;
  const auto release =
      clip_and_sum(*rows_of(growing(rows, 4, 1 << 29)), {.dimensions = 4}, {}, grant("1"), bits).value();
  const double radius = std::sqrt(release.sum->noise_variance.get_d() * 0.75 / 2);
  EXPECT_GT(radius, 0.99 * static_cast<double>(rows - 2 * release.needed_rows));
  EXPECT_LT(radius, 1.2 * static_cast<double>(rows)); // one step of the grid of radii
}

TEST(ClipAndSum, TooFewRowsAreNotLookedAtAndTheBudgetIsSpentAllTheSame) {
  SystemBits bits;
  const auto release =
      clip_and_sum(*rows_of(growing(5, 2, 100)), {.dimensions = 2}, {}, grant("0.01"), bits).value();
  EXPECT_FALSE(release.sum);
  EXPECT_EQ(release.receipt.total(), ratio(1, 100));
  EXPECT_GT(release.needed_rows, 5U);
  EXPECT_TRUE(release.is_private);
}

// The number of rows needed is n, d and rho alone: the data have no say.
TEST(ClipAndSum, WhetherItLooksDependsOnPublicFactsAlone) {
  SeededBits bits(3);
  const auto needed = clip_and_sum(*rows_of(growing(10, 2, 100)), {.dimensions = 2}, {}, grant("0.5"), bits)
                          .value()
                          .needed_rows;
  for (const std::int64_t cell : {0, 100, -100}) {
    const Plain plain{2, std::vector<std::int64_t>(20, cell), Grid::of(0, 100).value()};
    EXPECT_EQ(clip_and_sum(*rows_of(plain), {.dimensions = 2}, {}, grant("0.5"), bits).value().needed_rows,
              needed);
  }
}

} // namespace clip_and_sum_test
} // namespace poise::internal
