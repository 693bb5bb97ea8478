// Pooled counts: every cell in the bucket of its magnitude, for any cut.
#include "poise/aggregate/pooled_counts.h"

#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise {
namespace {

template <class T> void equal_counting_one_by_one() {
  const auto block = any_block<T>(10, 30);
  const auto grid =
      GeometricGrid::up_to(power_of_two(*rc::gen::inRange(1U, 70U)) - 1, *rc::gen::inRange(3U, 400U));
  const PooledCounts counter(grid);
  std::vector<std::uint64_t> expected(grid.buckets()), counts(grid.buckets());
  for (const T cell : block.cells) ++expected[naive::bucket(grid.radii(), abs(naive::exactly(cell)), false)];
  for (const auto piece : any_cut(block)) counter.add(piece, counts);
  RC_ASSERT(counts == expected);
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

TEST(PooledCounts, CountsThatDoNotMatchTheGridAreABug) {
  const PooledCounts counter(GeometricGrid::up_to(8, 4));
  std::vector<std::uint64_t> counts(counter.buckets() + 1);
  EXPECT_THROW(counter.add(std::vector<std::int32_t>(3), counts), std::logic_error);
}

} // namespace
} // namespace poise
