// Vectors without zeros: they hold what was written, of any size, and grow and move as others do.
#include "poise/base/default_init_allocator.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace unfilled_test {

TEST(DefaultInitAllocator, VectorsOfAnySizeHoldWhatWasWritten) {
  for (const std::size_t size : {0U, 1U, 1000U, 1U << 20, (1U << 21) - 1, 1U << 21, (1U << 22) + 12345}) {
    UninitializedVector<std::int32_t> numbers(size);
    std::iota(numbers.begin(), numbers.end(), 7);
    UninitializedVector<std::int32_t> moved = std::move(numbers), copy = moved;
    copy.push_back(-1);
    ASSERT_EQ(copy.size(), size + 1);
    for (std::size_t i = 0; i < size; i += 1 + size / 100)
      EXPECT_EQ(copy[i], static_cast<std::int32_t>(i) + 7);
    EXPECT_EQ(copy.back(), -1);
    EXPECT_EQ(moved.size(), size);
  }
}

TEST(DefaultInitAllocator, ValuesThatAreGivenAreTaken) {
  const UninitializedVector<int> some = {3, 1, 2}, many(1 << 22, 5);
  EXPECT_EQ(some[2], 2);
  EXPECT_EQ(many[(1 << 22) - 1], 5);
}

TEST(DefaultInitAllocator, TooManyIsAnExceptionAndNotAnOverflow) {
  EXPECT_THROW(UninitializedVector<std::int64_t>(static_cast<std::size_t>(-1) / 4), std::exception);
}

} // namespace unfilled_test
} // namespace poise::internal
