// Units: what is accepted, what is refused, and in which words.
#include "privacy/arbitrary.h"

#include "poise/privacy/units.h"

#include <gtest/gtest.h>
#include <limits>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace units_test {

using namespace std::string_view_literals;

const char *const how_to_write =
    "write digits with an optional decimal point and exponent, or a fraction such as 1/3, without spaces";
const char *const usual_rho = "budgets between 0.001 and 10 are usual";

struct Good {
  std::string_view text;
  long numerator;
  long denominator;
};

TEST(Units, TextIsReadExactly) {
  const Good cases[] = {
      {"0.5", 1, 2},
      {".25", 1, 4},
      {"5", 5, 1},
      {"5.", 5, 1},
      {"+0.1", 1, 10},
      {"0.1", 1, 10},
      {"1/3", 1, 3},
      {"4/6", 2, 3},
      {"1e-9", 1, 1000000000},
      {"1E-9", 1, 1000000000},
      {"1e9", 1000000000, 1},
      {"2.5e+3", 2500, 1},
      {"00012.50", 25, 2},
      {"1000e-3", 1, 1},
      {"0.3", 3, 10},
      {"1e0000000000000000000000000002", 100, 1},
  };
  for (const Good &c : cases) {
    const Result<Rho> rho = Rho::parse(c.text);
    ASSERT_TRUE(rho) << c.text;
    EXPECT_EQ(rho->exact(), ratio(c.numerator, c.denominator)) << c.text;
  }
  EXPECT_EQ(Rho::parse("1e-100")->exact(), Rho::smallest().exact());
}

struct Bad {
  std::string_view text;
  std::string wrong;
  std::string remedy;
};

TEST(Units, BadRhoIsRefusedInTheseWords) {
  const std::string number = "rho must be a number such as 0.5 or 1e-3, got ";
  const Bad cases[] = {
      {"-1", "rho must be positive, got -1", usual_rho},
      {"-1e400", "rho must be positive, got -1e400", usual_rho},
      {"-1/3", "rho must be positive, got -1/3", usual_rho},
      {"0", "rho must be positive, got 0", usual_rho},
      {"-0.0", "rho must be positive, got -0.0", usual_rho},
      {"0e99999999999", "rho must be positive, got 0e99999999999", usual_rho},
      {"1e400", "rho must be at most 1e9, got 1e400", usual_rho},
      {"1e999999999", "rho must be at most 1e9, got 1e999999999", usual_rho},
      {"1000000000.1", "rho must be at most 1e9, got 1000000000.1", usual_rho},
      {"1e-400", "rho must be at least 1e-100, got 1e-400", usual_rho},
      {"1e-99999999999999999999", "rho must be at least 1e-100, got 1e-99999999999999999999", usual_rho},
      {"9.9e-101", "rho must be at least 1e-100, got 9.9e-101", usual_rho},
      {"0,5", number + "\"0,5\"", "write a decimal point: 0.5"},
      {"1,000,000", number + "\"1,000,000\"", how_to_write},
      {"", number + "\"\"", how_to_write},
      {" ", number + "\" \"", how_to_write},
      {" 0.5", number + "\" 0.5\"", how_to_write},
      {"0.5 ", number + "\"0.5 \"", how_to_write},
      {"0.5\n", number + "\"0.5\\x0a\"", how_to_write},
      {"nan", number + "\"nan\"", how_to_write},
      {"NaN", number + "\"NaN\"", how_to_write},
      {"inf", number + "\"inf\"", how_to_write},
      {"-inf", number + "\"-inf\"", how_to_write},
      {"0x1p-3", number + "\"0x1p-3\"", how_to_write},
      {"0x10", number + "\"0x10\"", how_to_write},
      {".", number + "\".\"", how_to_write},
      {"e5", number + "\"e5\"", how_to_write},
      {"1e", number + "\"1e\"", how_to_write},
      {"1e+", number + "\"1e+\"", how_to_write},
      {"1e5.5", number + "\"1e5.5\"", how_to_write},
      {"1.2.3", number + "\"1.2.3\"", how_to_write},
      {"--1", number + "\"--1\"", how_to_write},
      {"1/0", number + "\"1/0\"", how_to_write},
      {"1/", number + "\"1/\"", how_to_write},
      {"/3", number + "\"/3\"", how_to_write},
      {"1/-3", number + "\"1/-3\"", how_to_write},
      {"1/3/5", number + "\"1/3/5\"", how_to_write},
      {"0.5/2", number + "\"0.5/2\"", how_to_write},
      {"1_000", number + "\"1_000\"", how_to_write},
      {"0.5\0"sv, number + "\"0.5\\x00\"", how_to_write},
      {"\0"sv, number + "\"\\x00\"", how_to_write},
      {"a\"b\\c\x1b[2J", number + "\"a\\\"b\\\\c\\x1b[2J\"", how_to_write},
      {"\xc2\xbd", number + "\"\\xc2\\xbd\"", how_to_write},
      {"one half, written out in forty-four letters.",
       number + "\"one half, written out in forty-four lett...\"", how_to_write},
      {"-1.00000000000000000000000000000000000000000000001",
       "rho must be positive, got -1.0000000000000000000000000000000000000...", usual_rho},
  };
  for (const Bad &c : cases) {
    const Result<Rho> rho = Rho::parse(c.text);
    ASSERT_FALSE(rho) << c.text;
    EXPECT_EQ(rho.error(), (Error{ErrorKind::bad_parameter, c.wrong, c.remedy})) << rho.error().wrong;
  }
}

TEST(Units, MessagesNameTheUnit) {
  EXPECT_EQ(Epsilon::parse("1e400").error().wrong, "epsilon must be at most 1e9, got 1e400");
  EXPECT_EQ(Epsilon::parse("0").error().wrong, "epsilon must be positive, got 0");
  EXPECT_EQ(Epsilon::parse("x").error().wrong, "epsilon must be a number such as 0.5 or 1e-3, got \"x\"");
  EXPECT_EQ(Delta::parse("1").error().wrong, "delta must be below 1, got 1");
  EXPECT_EQ(Delta::parse("1e400").error().wrong, "delta must be below 1, got 1e400");
  EXPECT_EQ(Delta::parse("-1e-9").error().wrong, "delta must be positive, got -1e-9");
  EXPECT_EQ(Delta::parse("1e-101").error().wrong, "delta must be at least 1e-100, got 1e-101");
  EXPECT_EQ(Delta::parse("x").error().wrong, "delta must be a number such as 1e-6 or 1e-9, got \"x\"");
  EXPECT_TRUE(Delta::parse("0.99999999999999999999999"));
}

TEST(Units, AbsurdlyLongTextIsRefusedUnread) {
  EXPECT_EQ(Rho::parse(std::string(50'000'000, '1')).error().wrong,
            "rho must be written in at most 2000 characters, got 50000000");
  EXPECT_TRUE(Rho::parse("0." + std::string(1998, '1')));
  EXPECT_FALSE(Rho::parse("0." + std::string(1999, '1')));
}

TEST(Units, RatiosOfIntegersAreExact) {
  EXPECT_EQ(Rho::ratio(1, 8)->exact(), ratio(1, 8));
  EXPECT_EQ(Rho::ratio(6L, 4U)->exact(), ratio(3, 2));
  constexpr auto largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(Rho::ratio(1, largest)->exact(), ratio(1, Integer("18446744073709551615")));
  EXPECT_EQ(Rho::ratio(largest, largest - 1)->exact(),
            ratio(Integer("18446744073709551615"), Integer("18446744073709551614")));
  EXPECT_EQ(Rho::ratio(largest, 1).error().wrong, "rho must be at most 1e9, got 18446744073709551615");
  EXPECT_EQ(Rho::ratio(std::numeric_limits<std::int64_t>::min(), 1).error().wrong,
            "rho must be positive, got -9223372036854775808");
}

TEST(Units, RatiosOverZeroOrLessAreRefused) {
  EXPECT_EQ(Rho::ratio(1, 0).error().wrong, "rho must not be a fraction over zero");
  EXPECT_EQ(Delta::ratio(0, 0).error().wrong, "delta must not be a fraction over zero");
  EXPECT_EQ(Epsilon::ratio(1, -2).error().wrong,
            "epsilon must be a fraction over a positive number, got 1/-2");
  EXPECT_EQ(Epsilon::ratio(-1, -2).error().wrong,
            "epsilon must be a fraction over a positive number, got -1/-2");
  EXPECT_EQ(Epsilon::ratio(-1, 2).error().wrong, "epsilon must be positive, got -0.5");
  EXPECT_EQ(Epsilon::ratio(-1, 3).error().wrong, "epsilon must be positive, got -1/3");
}

template <class T>
concept MakesRatio = requires(T value) {
  Rho::ratio(value, 1);
};

TEST(Units, RatiosOfDoublesDoNotCompile) {
  static_assert(MakesRatio<int> && MakesRatio<std::uint64_t>);
  static_assert(!MakesRatio<double> && !MakesRatio<float>);
}

TEST(Units, ComputedAmountsNeedOnlyBePositive) {
  const Rational thin = ratio(1, power_of_two(4000));
  EXPECT_EQ(Rho::of(thin)->exact(), thin);
  EXPECT_EQ(Delta::of(1 - thin)->exact(), 1 - thin);
  EXPECT_FALSE(Rho::of(0));
  EXPECT_FALSE(Rho::of(-thin));
  EXPECT_FALSE(Delta::of(1));
  EXPECT_TRUE(Rho::of(Rational(1000000000)));
  EXPECT_FALSE(Rho::of(1000000000 + thin));
  Rational unreduced;
  unreduced.get_num() = 2;
  unreduced.get_den() = 4;
  EXPECT_EQ(Rho::of(unreduced)->text(), "0.5");
  EXPECT_EQ(Rho::of(1000000000 + thin).error().wrong.size(),
            sizeof("rho must be at most 1e9, got ...") - 1 + 40);
}

TEST(Units, DisplayIsTheNearestDouble) {
  EXPECT_EQ(Rho::parse("0.1")->display(), 0.1);
  EXPECT_EQ(Delta::parse("1e-9")->display(), 1e-9);
}

RC_GTEST_PROP(Units, TextReadsBackAsTheSameNumber, ()) {
  const Rational fraction =
      ratio(*rc::gen::inRange(1L, 1000000000000L), *rc::gen::inRange(1001L, 1000000000L));
  const Rational decimal = arbitrary_number(-99, 9);
  const Rational value = *rc::gen::element(fraction, decimal, Rational(decimal / 3));
  const Rho rho = *Rho::of(value);
  RC_ASSERT(*Rho::parse(rho.text()) == rho);
}

// No text at all makes parse throw, hang or accept what is out of range.
RC_GTEST_PROP(Units, AnyTextIsReadOrRefusedInOneLine, ()) {
  const std::string text = *rc::gen::container<std::string>(
      rc::gen::oneOf(rc::gen::elementOf(std::string("0123456789.eE+-/, ")), rc::gen::arbitrary<char>()));
  const Result<Delta> delta = Delta::parse(text);
  if (delta) {
    RC_ASSERT(delta->exact() > 0);
    RC_ASSERT(delta->exact() < 1);
  } else {
    for (const char c : delta.error().wrong) RC_ASSERT(c >= 0x20 && c < 0x7f);
    RC_ASSERT(delta.error().wrong.size() < 300);
  }
}

} // namespace units_test
} // namespace poise::internal
