// Exact numbers as doubles: rounded to nearest, ties to even, from subnormals to infinity.
#include "poise/base/nearest_double.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace nearest_double_test {

using Limits = std::numeric_limits<double>;

Rational power(int exponent) {
  const Integer magnitude = power_of_two(static_cast<unsigned>(std::abs(exponent)));
  return exponent < 0 ? ratio(1, magnitude) : Rational(magnitude);
}

TEST(NearestDouble, DecimalsBecomeTheDoubleACompilerMakesOfThem) {
  EXPECT_EQ(nearest_double(ratio(1, 10)), 0.1);
  EXPECT_EQ(nearest_double(ratio(-1, 10)), -0.1);
  EXPECT_EQ(nearest_double(ratio(1, 3)), 1.0 / 3);
  EXPECT_EQ(nearest_double(ratio(2, 3)), 2.0 / 3);
  EXPECT_EQ(nearest_double(0), 0.0);
}

TEST(NearestDouble, AHairBesideATieIsNotATie) {
  const Rational tie = 1 + power(-53);
  for (const int sign : {-1, 1}) {
    EXPECT_EQ(nearest_double(sign * tie), sign * 1.0);
    EXPECT_EQ(nearest_double(sign * (tie + power(-300))), sign * (1 + Limits::epsilon()));
    EXPECT_EQ(nearest_double(sign * (tie - power(-300))), sign * 1.0);
  }
}

TEST(NearestDouble, TheEndsOfTheRangeRoundToo) {
  const double smallest = Limits::denorm_min();
  EXPECT_EQ(nearest_double(power(-1074)), smallest);
  EXPECT_EQ(nearest_double(power(-1075)), 0.0);
  EXPECT_EQ(nearest_double(power(-1075) + power(-2000)), smallest);
  EXPECT_EQ(nearest_double(3 * power(-1075)), 2 * smallest);
  EXPECT_EQ(nearest_double(power(1024)), Limits::infinity());
  EXPECT_EQ(nearest_double(Rational(Limits::max())), Limits::max());
}

TEST(NearestDouble, RootsOfSquaresAreExact) {
  EXPECT_EQ(nearest_root(ratio(9, 4)), 1.5);
  EXPECT_EQ(nearest_root(power(200)), std::ldexp(1.0, 100));
  EXPECT_EQ(nearest_root(2), std::sqrt(2.0));
}

} // namespace nearest_double_test
} // namespace poise::internal
