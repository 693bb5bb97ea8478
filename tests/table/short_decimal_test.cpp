// Short decimals: the same double as std::from_chars, or nothing.
#include "poise/table/short_decimal.h"

#include <bit>
#include <charconv>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>
#include <string>

namespace poise::internal {
namespace short_decimal_test {

// How much is read of a text, and that what is read is right.
std::ptrdiff_t length_read(const std::string &text) {
  double value = 0, expected = 0;
  const char *const end = read_short_decimal(text.data(), text.data() + text.size(), value);
  if (!end) return -1;
  const auto [same_end, failure] = std::from_chars(text.data(), end, expected);
  EXPECT_EQ(failure, std::errc{}) << text;
  EXPECT_EQ(same_end, end) << text;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(value), std::bit_cast<std::uint64_t>(expected)) << text;
  return end - text.data();
}

TEST(ShortDecimal, IsReadUpToItsEnd) {
  EXPECT_EQ(length_read("0"), 1);
  EXPECT_EQ(length_read("-0,"), 2);
  EXPECT_EQ(length_read("12.50\n"), 5);
  EXPECT_EQ(length_read("-123456789.012345"), 17);
  EXPECT_EQ(length_read("999999999999999,"), 15);
  EXPECT_EQ(length_read("0.00000000000001"), 16);
  EXPECT_EQ(length_read("1e5"), 1); // its reader sees that no cell ends there
}

TEST(ShortDecimal, AnythingLongerOrStrangeIsLeftToOthers) {
  for (const char *text :
       {"", "-", ".", ".5", "5.", "-.5", "x", "+1", " 1", "1234567890123456",
        "1234567890123456.12345678901234567890", "0.123456789012345", "123456789.0123456", "nan", "--1"})
    EXPECT_EQ(length_read(text), -1) << text;
}

RC_GTEST_PROP(ShortDecimal, IsTheDoubleOfFromCharsToTheLastBit, ()) {
  const auto digit = rc::gen::inRange('0', static_cast<char>('9' + 1));
  auto digits = *rc::gen::nonEmpty(rc::gen::container<std::string>(digit));
  digits.resize(std::min<std::size_t>(digits.size(), 15));
  const bool negative = *rc::gen::arbitrary<bool>();
  const auto point = *rc::gen::inRange<std::size_t>(1, digits.size() + 1);
  if (point < digits.size()) digits.insert(point, ".");
  const std::string text = (negative ? "-" : "") + digits;
  RC_ASSERT(length_read(text) == static_cast<std::ptrdiff_t>(text.size()));
}

RC_GTEST_PROP(ShortDecimal, AnyTextIsReadRightOrNotAtAll, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('0', '1', '9', '.', '-', 'e', ','));
  RC_ASSERT(length_read(text) <= static_cast<std::ptrdiff_t>(text.size()));
}

} // namespace short_decimal_test
} // namespace poise::internal
