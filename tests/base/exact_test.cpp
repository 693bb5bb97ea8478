// Exact numbers: conversions lose nothing and round the way they say.
#include "poise/base/exact.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace exact_test {

const Int128 largest = static_cast<Int128>(~UInt128{0} >> 1);

TEST(Exact, WideIntegersSurviveTheWayThroughBigIntegers) {
  for (const Int128 value : {Int128{0}, Int128{1}, Int128{-1}, largest, -largest, -largest - 1,
                             static_cast<Int128>(UINT64_MAX), -static_cast<Int128>(UINT64_MAX)})
    EXPECT_TRUE(to_int128(to_integer(value)) == value) << to_string(value);
}

TEST(Exact, FitsTellsWhatTheMachineTypesHold) {
  EXPECT_TRUE(fits_uint64(power_of_two(64) - 1));
  EXPECT_FALSE(fits_uint64(power_of_two(64)));
  EXPECT_FALSE(fits_uint64(Integer(-1)));
  EXPECT_TRUE(fits_uint128(power_of_two(128) - 1));
  EXPECT_FALSE(fits_uint128(power_of_two(128)));
  EXPECT_TRUE(fits_int128(power_of_two(127) - 1));
  EXPECT_FALSE(fits_int128(power_of_two(127)));
}

TEST(Exact, FloorAndCeilRoundTowardsTheirInfinity) {
  EXPECT_EQ(floor(ratio(7, 2)), 3);
  EXPECT_EQ(ceil(ratio(7, 2)), 4);
  EXPECT_EQ(floor(ratio(-7, 2)), -4);
  EXPECT_EQ(ceil(ratio(-7, 2)), -3);
  EXPECT_EQ(floor(ratio(-6, 2)), -3);
  EXPECT_EQ(ceil(ratio(-6, 2)), -3);
}

TEST(Exact, WordsAreReadMostSignificantFirst) {
  const std::uint64_t words[] = {1, 2};
  EXPECT_EQ(integer_from_words(words), power_of_two(64) + 2);
}

TEST(Exact, PowersOfTwoScaleBothWays) {
  EXPECT_EQ(times_power_of_two(ratio(3, 7), 5), ratio(96, 7));
  EXPECT_EQ(times_power_of_two(ratio(3, 7), -5), ratio(3, 224));
  EXPECT_EQ(times_power_of_two(ratio(-3, 7), 0), ratio(-3, 7));
}

TEST(Exact, SquareRootRoundsDown) {
  EXPECT_EQ(isqrt(Integer(15)), 3);
  EXPECT_EQ(isqrt(Integer(16)), 4);
  EXPECT_EQ(isqrt(power_of_two(200) - 1), power_of_two(100) - 1);
}

} // namespace exact_test
} // namespace poise::internal
