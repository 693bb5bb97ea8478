// Counts of norms: every row in the bucket of its exact norm, for any cut, on every instruction set.
#include "poise/aggregate/kernel/norm_counts.h"

#include "aggregate/every_target.h"
#include "aggregate/gridded_blocks.h"
#include "aggregate/naive_aggregates.h"

#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace norm_counts_test {

template <class T> void equal_counting_one_by_one() {
  const auto block = any_block<T>();
  const Norm norm = *rc::gen::element(Norm::l1, Norm::l2);
  const auto grid =
      GeometricGrid::up_to(power_of_two(*rc::gen::inRange(1U, 100U)) - 1, *rc::gen::inRange(3U, 260U));
  const auto pieces = any_cut(block);
  std::vector<std::uint64_t> expected(grid.buckets());
  for (std::size_t row = 0; row < block.rows(); ++row)
    ++expected[naive::bucket(grid.radii(), naive::norm(norm, block.row(row)), norm == Norm::l2)];
  const NormCounts counter(norm, grid);
  on_every_target([&] {
    std::vector<std::uint64_t> counts(grid.buckets());
    for (const auto piece : pieces) counter.add(piece, block.columns, counts);
    RC_ASSERT(counts == expected);
  });
}

RC_GTEST_PROP(NormCounts, EqualCountingOneByOneForAnyCutIn32Bits, ()) {
  equal_counting_one_by_one<std::int32_t>();
}
RC_GTEST_PROP(NormCounts, EqualCountingOneByOneForAnyCutIn64Bits, ()) {
  equal_counting_one_by_one<std::int64_t>();
}

TEST(NormCounts, ANormOnARadiusBelongsToItAndOneMoreDoesNot) {
  for (const unsigned bits : {6U, 40U, 83U})
    for (const unsigned most : {3U, 64U, 256U}) {
      const auto grid = GeometricGrid::up_to(power_of_two(bits) + 12345, most);
      const NormCounts l1(Norm::l1, grid), l2(Norm::l2, grid);
      for (std::size_t i = 0; i < grid.radii().size(); ++i) {
        const Integer &radius = grid.radii()[i];
        EXPECT_EQ(l1.bucket(saturated_uint192(radius)), i);
        EXPECT_EQ(l1.bucket(saturated_uint192(radius + 1)), i + 1);
        EXPECT_EQ(l2.bucket(saturated_uint192(radius * radius)), i);
        EXPECT_EQ(l2.bucket(saturated_uint192(radius * radius + 1)), i + 1);
      }
    }
}

TEST(NormCounts, APieceOfARowIsABug) {
  const NormCounts counter(Norm::l2, GeometricGrid::up_to(8, 4));
  const std::vector<std::int32_t> cells(6);
  std::vector<std::uint64_t> counts(counter.buckets());
  EXPECT_THROW(counter.add(std::span(cells), 0, counts), std::logic_error);
  EXPECT_THROW(counter.add(std::span(cells), 4, counts), std::logic_error);
  counts.pop_back();
  EXPECT_THROW(counter.add(std::span(cells), 2, counts), std::logic_error);
}

} // namespace norm_counts_test
} // namespace poise::internal
