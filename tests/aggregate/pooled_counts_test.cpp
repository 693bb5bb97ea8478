// Pooled counts: every cell in the bucket of its magnitude, for any cut, on every instruction set.
#include "poise/aggregate/kernel/pooled_counts.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace pooled_counts_test {

template <class T> void equal_counting_one_by_one() {
  const auto block = any_block<T>(60, 60);
  const auto grid =
      GeometricGrid::up_to(power_of_two(*rc::gen::inRange(1U, 70U)) - 1, *rc::gen::inRange(3U, 400U));
  const PooledCounts counter(grid);
  std::vector<std::uint64_t> expected(grid.buckets());
  for (const T cell : block.cells) ++expected[naive::bucket(grid.radii(), abs(naive::exactly(cell)), false)];
  const auto pieces = any_cut(block);
  on_every_target([&] {
    std::vector<std::uint64_t> counts(grid.buckets()), at_once(grid.buckets());
    for (const auto piece : pieces) counter.add(piece, counts);
    counter.add(block.all(), at_once);
    RC_ASSERT(counts == expected && at_once == expected);
  });
}

RC_GTEST_PROP(PooledCounts, EqualCountingOneByOneForAnyCutIn32Bits, ()) {
  equal_counting_one_by_one<std::int32_t>();
}
RC_GTEST_PROP(PooledCounts, EqualCountingOneByOneForAnyCutIn64Bits, ()) {
  equal_counting_one_by_one<std::int64_t>();
}

TEST(PooledCounts, AMagnitudeOnARadiusBelongsToItAndOneMoreDoesNot) {
  for (const unsigned bits : {1U, 5U, 30U, 63U})
    for (const unsigned most : {3U, 64U, 256U, 1024U}) {
      const auto grid = GeometricGrid::up_to(power_of_two(bits), most);
      const PooledCounts counter(grid);
      for (std::size_t i = 0; i < grid.radii().size(); ++i) {
        const auto radius = static_cast<std::uint64_t>(to_uint128(grid.radii()[i]));
        EXPECT_EQ(counter.bucket(radius), i);
        EXPECT_EQ(counter.bucket(radius + 1), i + 1);
      }
    }
}

// Enough cells for the road of large blocks: on each radius, and one to either side of it.
TEST(PooledCounts, CellsAroundTheRadiiFillTheirBucketsInLargeBlocks) {
  for (const unsigned bits : {1U, 5U, 16U, 30U, 31U, 63U})
    for (const unsigned most : {3U, 64U, 256U, 1024U}) {
      const auto grid = GeometricGrid::up_to(power_of_two(bits), most);
      const PooledCounts counter(grid);
      std::vector<std::int32_t> around = {std::numeric_limits<std::int32_t>::min(),
                                          std::numeric_limits<std::int32_t>::max()};
      for (const Integer &radius : grid.radii())
        for (const int step : {-1, 0, 1})
          if (const Integer cell = radius + step; cell <= std::numeric_limits<std::int32_t>::max()) {
            around.push_back(static_cast<std::int32_t>(to_int128(cell)));
            around.push_back(-around.back());
          }
      std::vector<std::int32_t> cells;
      std::vector<std::uint64_t> expected(grid.buckets());
      while (cells.size() < 10'000) {
        cells.insert(cells.end(), around.begin(), around.end());
        for (const std::int32_t cell : around)
          ++expected[counter.bucket(static_cast<std::uint64_t>(std::abs(std::int64_t{cell})))];
      }
      on_every_target([&] {
        std::vector<std::uint64_t> counts(grid.buckets());
        counter.add(cells, counts);
        EXPECT_EQ(counts, expected) << bits << ' ' << most;
      });
    }
}

TEST(PooledCounts, CountsThatDoNotMatchTheGridAreABug) {
  const PooledCounts counter(GeometricGrid::up_to(8, 4));
  std::vector<std::uint64_t> counts(counter.buckets() + 1);
  EXPECT_THROW(counter.add(std::vector<std::int32_t>(3), counts), std::logic_error);
}

} // namespace pooled_counts_test
} // namespace poise::internal
