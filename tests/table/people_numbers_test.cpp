// People are numbered in the order in which they are met.
#include "poise/table/people_numbers.h"

#include "poise/table/number_id.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise {
namespace {

RC_GTEST_PROP(PeopleNumbers, AreThoseOfAMap, (const std::vector<std::string> &ids)) {
  PeopleNumbers people;
  std::map<std::string, std::uint64_t> expected;
  for (const std::string &id : ids) {
    const auto known = expected.find(id);
    RC_ASSERT(people.find(id) ==
              (known == expected.end() ? std::nullopt : std::optional<std::uint64_t>(known->second)));
    RC_ASSERT(people.number(id) == expected.emplace(id, expected.size()).first->second);
  }
  RC_ASSERT(people.count() == expected.size());
  for (const auto &[id, number] : expected) RC_ASSERT(people.find(id) == number);
}

TEST(PeopleNumbers, AnyNumberOfPeopleKeepTheirNumbers) {
  PeopleNumbers people;
  constexpr std::uint64_t many = 100'000;
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t i = 0; i < many; ++i) ASSERT_EQ(people.number(std::to_string(i * 7919)), i);
  EXPECT_EQ(people.count(), many);
}

TEST(PeopleNumbers, AnEmptyIdIsAnIdLikeAnyOther) {
  PeopleNumbers people;
  EXPECT_EQ(people.find(""), std::nullopt);
  EXPECT_EQ(people.number("a"), 0U);
  EXPECT_EQ(people.number(""), 1U);
  EXPECT_EQ(people.number(std::string_view("\0", 1)), 2U);
  EXPECT_EQ(people.number(""), 1U);
}

TEST(NumberId, EqualNumbersAndAllNaNsAreOneId) {
  const auto same = [](auto a, auto b) {
    return NumberId<decltype(a)>(a).bytes() == NumberId<decltype(b)>(b).bytes();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same(0.0, -0.0));
  EXPECT_TRUE(same(0.0F, -0.0F));
  EXPECT_TRUE(same(nan, -nan));
  EXPECT_TRUE(same(nan, std::numeric_limits<double>::signaling_NaN()));
  EXPECT_FALSE(same(1.0, std::nextafter(1.0, 2.0)));
  EXPECT_FALSE(same(std::int8_t{-1}, std::int8_t{1}));
}

} // namespace
} // namespace poise
