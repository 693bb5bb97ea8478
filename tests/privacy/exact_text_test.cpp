// Exact numbers in writing: short decimals where possible, fractions otherwise.
#include "poise/privacy/exact_text.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace exact_text_test {

TEST(ExactText, ShortFiniteDecimalsAreWrittenAsDecimals) {
  const char *const as_they_are[] = {"1",    "0.125", "0.5", "12.75",   "1000000000", "0.0001", "1e-5",
                                     "1e-9", "-0.5",  "-3",  "1.25e-7", "1e-100",     "0.0625", "100.001"};
  for (const char *text : as_they_are) EXPECT_EQ(exact_text(*read_exact(text)), text);
  EXPECT_EQ(exact_text(ratio(1, 8)), "0.125");
  EXPECT_EQ(exact_text(ratio(0, 1)), "0");
  EXPECT_EQ(exact_text(ratio(1, 1000000)), "1e-6");
}

TEST(ExactText, EverythingElseIsAFraction) {
  EXPECT_EQ(exact_text(ratio(1, 3)), "1/3");
  EXPECT_EQ(exact_text(ratio(-22, 7)), "-22/7");
  // Finite, but 100 digits long.
  EXPECT_EQ(exact_text(ratio(1, power_of_two(100))), "1/1267650600228229401496703205376");
}

TEST(ExactText, HugeDenominatorsCostNothing) {
  const Rational thin = ratio(1, power_of_two(100000));
  EXPECT_EQ(exact_text(thin).substr(0, 2), "1/");
}

TEST(ExactText, QuotesStayOnOneShortLine) {
  EXPECT_EQ(quote("plain"), "\"plain\"");
  EXPECT_EQ(quote("tab\there"), "\"tab\\x09here\"");
  EXPECT_EQ(quote("\x7f\x80"), "\"\\x7f\\x80\"");
  EXPECT_EQ(quote(std::string(40, 'x')), "\"" + std::string(40, 'x') + "\"");
  EXPECT_EQ(quote(std::string(41, 'x')), "\"" + std::string(40, 'x') + "...\"");
  EXPECT_EQ(shorten(std::string(41, '1')), std::string(40, '1') + "...");
}

} // namespace exact_text_test
} // namespace poise::internal
