// Suggestions: slips are recognised, other words are left alone.
#include "poise/base/closest.h"

#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace closest_test {

const std::vector<std::string> names = {"income", "age", "commute_minutes", "b"};

TEST(Closest, ASlipOfTheFingerFindsItsName) {
  EXPECT_EQ(closest("incmoe", names), "income");
  EXPECT_EQ(closest("Income", names), "income");
  EXPECT_EQ(closest("incom", names), "income");
  EXPECT_EQ(closest("aeg", names), "age");
  EXPECT_EQ(closest("comute_minuts", names), "commute_minutes");
}

TEST(Closest, OtherWordsFindNothing) {
  EXPECT_EQ(closest("zebra", names), std::nullopt);
  EXPECT_EQ(closest("c", names), std::nullopt);
  EXPECT_EQ(closest("", names), std::nullopt);
  EXPECT_EQ(closest(std::string(10000, 'x'), names), std::nullopt);
  EXPECT_EQ(closest("age", {}), std::nullopt);
}

} // namespace closest_test
} // namespace poise::internal
