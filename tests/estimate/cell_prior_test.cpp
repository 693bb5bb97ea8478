// Priors of medians: all integers have a weight, and less the further they are.
#include "poise/estimate/search/cell_prior.h"

#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace cell_prior_test {

std::uint64_t weight_of(const CellPrior &prior, std::int64_t y) {
  std::uint64_t weight = 0;
  for (const CellPrior::Stretch &stretch : prior.stretches())
    if (stretch.first <= y) weight = stretch.weight;
  return weight;
}

TEST(PriorAround, CoversAllIntegersAndFallsWithTheDistance) {
  for (const std::int64_t centre : {std::int64_t{0}, std::int64_t{5}, std::int64_t{-1} << 40,
                                    SortedCells::furthest, std::numeric_limits<std::int64_t>::min()})
    for (const std::int64_t width :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{1000}, SortedCells::furthest})
      for (const double spared : {0.0, 0.05, 1.0}) {
        const CellPrior prior = prior_around(centre, width, spared);
        const auto &stretches = prior.stretches();
        ASSERT_EQ(stretches.front().first, -SortedCells::furthest);
        Integer total = 0;
        for (std::size_t i = 0; i < stretches.size(); ++i) {
          const std::int64_t end =
              i + 1 < stretches.size() ? stretches[i + 1].first : SortedCells::furthest + 1;
          ASSERT_LT(stretches[i].first, end);
          ASSERT_GE(stretches[i].weight, 1U);
          const Integer mass =
              to_integer(Int128{end - stretches[i].first}) * to_integer(Int128{stretches[i].weight});
          ASSERT_LT(mass, power_of_two(63));
          total += mass;
        }
        EXPECT_GT(total, power_of_two(60) / 2);
        EXPECT_LT(total, power_of_two(61));
      }
  const CellPrior prior = prior_around(1000, 16, 0.05);
  EXPECT_EQ(weight_of(prior, 1000), weight_of(prior, 1015));
  EXPECT_EQ(weight_of(prior, 1000), weight_of(prior, 985));
  EXPECT_GT(weight_of(prior, 1015), weight_of(prior, 1016));
  EXPECT_GT(weight_of(prior, 1016), weight_of(prior, 1032));
  EXPECT_GT(weight_of(prior, 0), weight_of(prior, -40)); // a little is kept near zero
}

TEST(PriorAround, ZeroAloneFallsOctaveByOctave) {
  const CellPrior prior = prior_around_zero();
  EXPECT_EQ(weight_of(prior, 1), weight_of(prior, -1));
  for (std::int64_t k = 1; k < std::int64_t{1} << 40; k *= 4) {
    EXPECT_GT(weight_of(prior, k), weight_of(prior, 4 * k));
    EXPECT_GT(weight_of(prior, -k), weight_of(prior, -4 * k));
  }
}

} // namespace cell_prior_test
} // namespace poise::internal
