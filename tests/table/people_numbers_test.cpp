// People are numbered in the order in which they are met.
#include "poise/table/people_numbers.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace people_numbers_test {

// Ids, or none where they are missing.
using Ids = std::vector<std::optional<std::string>>;

RC_GTEST_PROP(PeopleNumbers, AreThoseOfAMapAndEveryoneWithoutAnIdIsSomebodyElse, ()) {
  const auto words = *rc::gen::arbitrary<std::vector<std::string>>();
  Ids ids;
  for (const std::string &word : words)
    ids.push_back(word.size() % 3 == 1 ? std::nullopt : std::optional(word));
  PeopleNumbers people;
  std::map<std::string, std::uint64_t> known;
  std::vector<std::uint64_t> numbers;
  std::uint64_t count = 0;
  for (const auto &id : ids) {
    const bool is_new = !id || known.emplace(*id, count).second;
    const std::uint64_t expected = is_new ? count++ : known[*id];
    RC_ASSERT(people.number(id) == expected);
    numbers.push_back(expected);
  }
  RC_ASSERT(people.count() == count);
  KnownPeople rereadable(people);
  for (std::size_t row = 0; row < ids.size(); ++row) RC_ASSERT(rereadable.number(ids[row]) == numbers[row]);
  RC_ASSERT(rereadable.number(std::nullopt) == std::nullopt);
  RC_ASSERT(rereadable.number("somebody else") == std::nullopt);
}

TEST(PeopleNumbers, AnyNumberOfPeopleKeepTheirNumbers) {
  PeopleNumbers people;
  constexpr std::uint64_t many = 100'000;
  for (int round = 0; round < 2; ++round)
    for (std::uint64_t i = 0; i < many; ++i) ASSERT_EQ(people.number(std::to_string(i * 7919)), i);
  EXPECT_EQ(people.count(), many);
}

TEST(PeopleNumbers, AnyBytesAreAnId) {
  PeopleNumbers people;
  EXPECT_EQ(people.number("a"), 0U);
  EXPECT_EQ(people.number(""), 1U);
  EXPECT_EQ(people.number(std::string_view("\0", 1)), 2U);
  EXPECT_EQ(people.number(""), 1U);
}

TEST(RowId, TextThatMeansMissingIsNoId) {
  for (const char *text : {"", " ", "NA", "n/a", "null", "None", "nan", "-"})
    EXPECT_FALSE(text_id(text)) << text;
  EXPECT_EQ(text_id("17"), "17");
  EXPECT_EQ(text_id(" Nadia"), " Nadia");
}

TEST(NumberId, EqualNumbersAreOneIdAndNaNIsNone) {
  const auto same = [](auto a, auto b) {
    return NumberId<decltype(a)>(a).id() == NumberId<decltype(b)>(b).id();
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(same(0.0, -0.0));
  EXPECT_TRUE(same(0.0F, -0.0F));
  EXPECT_FALSE(NumberId(nan).id() || NumberId(-nan).id());
  EXPECT_TRUE(same(nan, std::numeric_limits<double>::signaling_NaN()));
  EXPECT_FALSE(same(1.0, std::nextafter(1.0, 2.0)));
  EXPECT_FALSE(same(std::int8_t{-1}, std::int8_t{1}));
}

} // namespace people_numbers_test
} // namespace poise::internal
