// Intervals: the truth is always inside, and precision makes them narrow.
#include "poise/base/interval.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace interval_test {

// Digits of well-known constants, from tables: truncated, so truth lies in [text, text + 1 ulp].
Rational decimal(const char *digits, unsigned places) {
  Integer scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, places);
  return ratio(Integer(digits), scale);
}

struct Known {
  const char *name;
  Interval (*compute)(unsigned);
  Rational truncated;
};

const Known known[] = {
    {"exp(1)", [](unsigned p) { return exp(Interval(1, p)); },
     decimal("2718281828459045235360287471352662497757", 39)},
    {"log(2)", [](unsigned p) { return log(Interval(2, p)); },
     decimal("693147180559945309417232121458176568075", 39)},
    {"sqrt(2)", [](unsigned p) { return sqrt(Interval(2, p)); },
     decimal("1414213562373095048801688724209698078569", 39)},
    {"erfc(1)", [](unsigned p) { return erfc(Interval(1, p)); },
     decimal("157299207050285130658779364917390740703", 39)},
    {"tanh(1)", [](unsigned p) { return tanh(Interval(1, p)); },
     decimal("761594155955764888119458282604793590412", 39)},
    {"expm1(1)", [](unsigned p) { return expm1(Interval(1, p)); },
     decimal("1718281828459045235360287471352662497757", 39)},
    {"log1p(1)", [](unsigned p) { return log1p(Interval(1, p)); },
     decimal("693147180559945309417232121458176568075", 39)},
};

TEST(Interval, ContainsTheTruthAndNarrowsWithPrecision) {
  const Rational ulp = decimal("1", 39);
  for (const Known &fact : known) {
    for (const unsigned precision : {20U, 64U, 200U}) {
      const Interval computed = fact.compute(precision);
      EXPECT_LE(computed.low(), fact.truncated + ulp) << fact.name;
      EXPECT_GE(computed.high(), fact.truncated) << fact.name;
      EXPECT_LE(computed.high() - computed.low(), ratio(4, power_of_two(precision - 2))) << fact.name;
    }
  }
}

TEST(Interval, ArithmeticOnThirdsEnclosesTheExactRational) {
  const Rational third = ratio(1, 3);
  const Interval x(third, 30);
  const auto expect_inside = [](const Interval &enclosure, const Rational &truth) {
    EXPECT_LE(enclosure.low(), truth);
    EXPECT_GE(enclosure.high(), truth);
  };
  expect_inside(x + x, 2 * third);
  expect_inside(x - x, 0);
  expect_inside(x * x, third * third);
  expect_inside(x / Interval(7, 30), third / 7);
  expect_inside(-x, -third);
  expect_inside(scale(x, 10), 1024 * third);
  expect_inside(scale(x, -10), third / 1024);
}

TEST(Interval, SurelyLessMeansNoOverlap) {
  const Interval low = Interval::between(0, 1, 53);
  const Interval middle = Interval::between(1, 2, 53);
  const Interval high = Interval::between(ratio(3, 2), 3, 53);
  EXPECT_FALSE(low.surely_less(middle));
  EXPECT_TRUE(low.surely_less(high));
  EXPECT_FALSE(middle.surely_less(high));
  EXPECT_FALSE(low.surely_positive());
  EXPECT_TRUE(middle.surely_positive());
}

TEST(Interval, AnUnboundedEndIsNeverMistakenForANumber) {
  const Interval beyond = exp(Interval(Integer(power_of_two(40)), 64U));
  EXPECT_THROW(beyond.high(), std::logic_error);
  EXPECT_THROW(beyond.ceil_of_high(), std::logic_error);
  const Interval undefined = log(Interval(-1, 64U));
  EXPECT_THROW(undefined.low(), std::logic_error);
  EXPECT_THROW(undefined.floor_of_low(), std::logic_error);
}

TEST(Interval, EndsRoundOutwardsToIntegers) {
  const Interval x = Interval::between(ratio(-7, 2), ratio(5, 2), 53);
  EXPECT_EQ(x.floor_of_low(), -4);
  EXPECT_EQ(x.ceil_of_high(), 3);
}

} // namespace interval_test
} // namespace poise::internal
