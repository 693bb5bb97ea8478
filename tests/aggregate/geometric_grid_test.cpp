// The geometric grid: increasing, from 0 to its limit, and never coarser than its factor.
#include "poise/aggregate/geometric_grid.h"

#include "poise/base/exact.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <stdexcept>

namespace poise::internal {
namespace geometric_grid_test {

Integer power(const Integer &base, unsigned exponent) {
  Integer result = 1;
  for (unsigned i = 0; i < exponent; ++i) result *= base;
  return result;
}

RC_GTEST_PROP(GeometricGrid, GrowsByAtMostItsFactorFromZeroToTheLimit, ()) {
  const auto most = *rc::gen::inRange(3U, 80U);
  const Integer limit =
      (to_integer(*rc::gen::arbitrary<std::uint64_t>()) >> *rc::gen::inRange<unsigned>(0, 60)) + 1;
  const auto grid = GeometricGrid::up_to(limit, most);
  const auto radii = grid.radii();
  RC_ASSERT(radii.size() <= most);
  RC_ASSERT(grid.buckets() == radii.size() + 1);
  RC_ASSERT(radii.front() == 0);
  RC_ASSERT(radii.back() == limit);
  for (std::size_t i = 1; i < radii.size(); ++i) {
    RC_ASSERT(radii[i - 1] < radii[i]);
    // radius - 1 < factor * previous, with factor^(most - 1) = limit.
    if (i > 1) RC_ASSERT(power(radii[i] - 1, most - 1) < limit * power(radii[i - 1], most - 1));
  }
}

TEST(GeometricGrid, PowersOfTwoAreHit) {
  const auto grid = GeometricGrid::up_to(16, 5);
  const std::vector<Integer> expected = {0, 2, 4, 8, 16};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), grid.radii().begin(), grid.radii().end()));
}

TEST(GeometricGrid, ASmallLimitHasEveryInteger) {
  for (const unsigned most : {6U, 1024U}) {
    const auto grid = GeometricGrid::up_to(5, most);
    const std::vector<Integer> expected = {0, 1, 2, 3, 4, 5};
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), grid.radii().begin(), grid.radii().end()));
  }
}

// Interval arithmetic must agree with integer roots, also where a radius is a whole power.
TEST(GeometricGrid, RadiiAreTheIntegersAboveExactRoots) {
  for (const Integer &limit : {power_of_two(40), Integer(power_of_two(61) + 1), power(3, 30), power(10, 18)})
    for (const unsigned most : {11U, 31U, 100U, 1024U}) {
      std::vector<Integer> expected = {0};
      for (unsigned k = 1; k < most; ++k) {
        Integer root;
        const bool exact = mpz_root(root.get_mpz_t(), power(limit, k).get_mpz_t(), most - 1) != 0;
        if (!exact) ++root;
        if (root > expected.back()) expected.push_back(root);
      }
      const auto grid = GeometricGrid::up_to(limit, most);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), grid.radii().begin(), grid.radii().end()));
    }
}

// Radius k is the least integer whose parts-th power is at least first^parts * 2^k.
RC_GTEST_PROP(GeometricGrid, OctavesAreRoundedUpFromTheFirstUntilTheLimitIsReached, ()) {
  const auto any = [] {
    return Integer((to_integer(*rc::gen::arbitrary<std::uint64_t>()) >> *rc::gen::inRange<unsigned>(0, 64)) +
                   1);
  };
  const Integer first = any(), limit = any();
  const auto parts = *rc::gen::inRange(1U, 17U);
  const auto grid = GeometricGrid::octaves(first, limit, parts);
  const auto radii = grid.radii();
  std::vector<Integer> expected = {0};
  Integer radius = first; // walks upwards, by halving what is left
  for (Integer aim = power(first, parts); expected.back() < limit; aim *= 2) {
    Integer low = radius - 1, high = 2 * radius; // power(low) < aim <= power(high)
    while (high - low > 1) {
      const Integer middle = (low + high) / 2;
      (power(middle, parts) < aim ? low : high) = middle;
    }
    radius = high;
    if (radius > expected.back()) expected.push_back(radius);
  }
  RC_ASSERT(std::equal(expected.begin(), expected.end(), radii.begin(), radii.end()));
  RC_ASSERT(grid.buckets() == radii.size() + 1);
  RC_ASSERT((radii.back() >= limit));
  RC_ASSERT((radii[radii.size() - 2] < limit));
}

TEST(GeometricGrid, OctavesOfOnePartAreDoublings) {
  const auto grid = GeometricGrid::octaves(3, 40, 1);
  const std::vector<Integer> expected = {0, 3, 6, 12, 24, 48};
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), grid.radii().begin(), grid.radii().end()));
  const auto quarters = GeometricGrid::octaves(1, 9, 4); // 1.19, 1.41, 1.68, 2, 2.38 ...
  const std::vector<Integer> rounded = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10};
  EXPECT_TRUE(std::equal(rounded.begin(), rounded.end(), quarters.radii().begin(), quarters.radii().end()));
  const auto beyond = GeometricGrid::octaves(100, 7, 4);
  EXPECT_EQ(beyond.radii().size(), 2U); // 0 and the first, which is beyond the limit
  EXPECT_THROW(GeometricGrid::octaves(0, 10, 1), std::logic_error);
  EXPECT_THROW(GeometricGrid::octaves(1, 0, 1), std::logic_error);
  EXPECT_THROW(GeometricGrid::octaves(1, power_of_two(64) + 1, 1), std::logic_error);
  EXPECT_THROW(GeometricGrid::octaves(power_of_two(64) + 1, 10, 1), std::logic_error);
  EXPECT_THROW(GeometricGrid::octaves(1, 10, 0), std::logic_error);
  EXPECT_THROW(GeometricGrid::octaves(1, 10, 17), std::logic_error);
}

TEST(GeometricGrid, SmallOrHugeGridsAreABug) {
  EXPECT_THROW(GeometricGrid::up_to(0, 10), std::logic_error);
  EXPECT_THROW(GeometricGrid::up_to(10, 2), std::logic_error);
  EXPECT_THROW(GeometricGrid::up_to(10, 1025), std::logic_error);
}

} // namespace geometric_grid_test
} // namespace poise::internal
