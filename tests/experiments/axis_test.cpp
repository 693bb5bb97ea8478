// Axes: ranges that hold the data, round ticks inside them, and a mapping that keeps the order.
#include "experiments/chart/axis.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <set>

namespace poise::internal::experiments {
namespace axis_test {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr Scale scales[] = {Scale::linear, Scale::log2, Scale::log10};

struct Case {
  Scale scale;
  double low, high; // of the data
};

std::string text(const Case &c) {
  return "scale " + std::to_string(static_cast<int>(c.scale)) + ", " + std::to_string(c.low) + " to " +
         std::to_string(c.high) + " (" + std::to_string(c.high - c.low) + ")";
}

// Data of every kind: many decades, hardly any, on either side of zero.
std::vector<Case> all_cases() {
  std::vector<Case> cases = {{Scale::linear, 0, 0},           {Scale::linear, -5, -5},
                             {Scale::linear, 0, 1},           {Scale::linear, -1e250, 1e250},
                             {Scale::linear, 1e-300, 2e-300}, {Scale::linear, 1, 1 + 1e-12},
                             {Scale::linear, 1, 1 + 1e-8}};
  std::mt19937_64 bits(1); // NOLINT(cert-msc32-c,cert-msc51-cpp): the same cases every time
  std::uniform_real_distribution<double> exponent(-250, 250), small(-9, 1.5), unit(0, 1);
  for (const Scale scale : scales) {
    for (int i = 0; i < 2000; ++i) {
      const double low = std::pow(10, exponent(bits));
      cases.push_back({scale, low, std::min(1e250, low * (1 + std::pow(10, small(bits))))});
      cases.push_back({scale, low, std::min(1e250, low * std::pow(10, 500 * unit(bits) * unit(bits)))});
      if (scale == Scale::linear) cases.push_back({scale, -low * unit(bits), low * unit(bits)});
    }
    cases.push_back({scale, 1e-250, 1e250});
    for (const double value : {1e-250, 0.3, 1.0, 7.0, 1024.0, 1e250}) cases.push_back({scale, value, value});
  }
  return cases;
}

Range range(const Case &c) { return range_of(std::vector{c.low, c.high}, c.scale).value(); }

TEST(Axis, TheRangeHoldsTheDataWithALittleRoom) {
  for (const Case &c : all_cases()) {
    const Range r = range(c);
    EXPECT_LT(r.low, c.low) << text(c);
    EXPECT_GT(r.high, c.high) << text(c);
    EXPECT_TRUE(std::isfinite(r.low) && std::isfinite(r.high)) << text(c);
    if (c.scale != Scale::linear) {
      EXPECT_GT(r.low, 0) << text(c);
    }
  }
}

TEST(Axis, ValuesWithoutAPlaceDoNotCount) {
  const std::vector<double> values = {nan, infinity, 2, -infinity, 4, 1e300};
  const std::vector<double> with_negative = {nan, 0, -7, 2, 4};
  for (const Scale scale : scales) {
    EXPECT_EQ(range_of(values, scale)->low, range_of(std::vector<double>{2, 4}, scale)->low);
    EXPECT_EQ(range_of(values, scale)->high, range_of(std::vector<double>{2, 4}, scale)->high);
    EXPECT_FALSE(range_of(std::vector<double>{nan, infinity}, scale));
    EXPECT_FALSE(range_of({}, scale));
  }
  EXPECT_EQ(range_of(with_negative, Scale::log10)->low, range_of(values, Scale::log10)->low);
  EXPECT_LT(range_of(with_negative, Scale::linear)->low, -7);
}

TEST(Axis, TheMappingIsMonotoneAndHitsZeroAndOneAtTheEnds) {
  for (const Case &c : all_cases()) {
    const Range r = range(c);
    EXPECT_EQ(fraction_along(r.low, r, c.scale), 0) << text(c);
    EXPECT_EQ(fraction_along(r.high, r, c.scale), 1) << text(c);
    double before = 0;
    for (int i = 1; i <= 10; ++i) {
      const double t = i / 10.0;
      const double value = c.scale == Scale::linear
                               ? r.low + t * (r.high - r.low)
                               : std::pow(10, std::log10(r.low) * (1 - t) + std::log10(r.high) * t);
      EXPECT_GT(fraction_along(value, r, c.scale), before) << text(c);
      EXPECT_NEAR(fraction_along(value, r, c.scale), t, 1e-5) << text(c);
      before = fraction_along(value, r, c.scale);
    }
  }
}

TEST(Ticks, AreInsideTheRangeInOrderAndTwoToEight) {
  for (const Case &c : all_cases()) {
    const Range r = range(c);
    const Ticks ticks = ticks_in(r, c.scale);
    EXPECT_GE(ticks.major.size(), 2u) << text(c);
    EXPECT_LE(ticks.major.size(), 8u) << text(c);
    double before = -infinity;
    for (const Tick &tick : ticks.major) {
      EXPECT_GE(tick.value, r.low) << text(c);
      EXPECT_LE(tick.value, r.high) << text(c);
      EXPECT_GT(tick.value, before) << text(c);
      before = tick.value;
    }
    for (const double value : ticks.minor) EXPECT_TRUE(r.low <= value && value <= r.high) << text(c);
  }
}

// No end of the axis is further from a labelled tick than the ticks are from each other.
TEST(Ticks, CoverTheRange) {
  for (const Case &c : all_cases()) {
    const Range r = range(c);
    const Ticks ticks = ticks_in(r, c.scale);
    std::vector<double> places;
    for (const Tick &tick : ticks.major) places.push_back(fraction_along(tick.value, r, c.scale));
    double widest = 0;
    for (std::size_t i = 1; i < places.size(); ++i) widest = std::max(widest, places[i] - places[i - 1]);
    EXPECT_LE(places.front(), 1.5 * widest + 1e-9) << text(c);
    EXPECT_LE(1 - places.back(), 1.5 * widest + 1e-9) << text(c);
  }
}

TEST(Ticks, AFewerNumberIsHeeded) {
  for (const Case &c : all_cases()) {
    const std::size_t count = ticks_in(range(c), c.scale, 5).major.size();
    EXPECT_TRUE(2 <= count && count <= 5) << text(c) << ": " << count;
  }
}

TEST(Ticks, NoTwoLabelsAreTheSame) {
  for (const Case &c : all_cases()) {
    std::set<std::string> labels;
    const Ticks ticks = ticks_in(range(c), c.scale);
    for (const Tick &tick : ticks.major) labels.insert(tick.text + "^" + tick.exponent);
    EXPECT_EQ(labels.size(), ticks.major.size()) << text(c);
  }
}

std::vector<std::string> labels(double low, double high, Scale scale) {
  std::vector<std::string> labels;
  for (const Tick &tick : ticks_in({low, high}, scale).major)
    labels.push_back(tick.exponent.empty() ? tick.text : tick.text + "^" + tick.exponent);
  return labels;
}

using Labels = std::vector<std::string>;

TEST(Ticks, OfALinearAxisAreRoundNumbers) {
  EXPECT_EQ(labels(0, 1, Scale::linear), (Labels{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels(-3.2, 3.2, Scale::linear), (Labels{"−3", "−2", "−1", "0", "1", "2", "3"}));
  EXPECT_EQ(labels(90, 810, Scale::linear), (Labels{"100", "200", "300", "400", "500", "600", "700", "800"}));
  EXPECT_EQ(labels(0, 2.4e7, Scale::linear), (Labels{"0", "0.5×10^7", "1.0×10^7", "1.5×10^7", "2.0×10^7"}));
  EXPECT_EQ(labels(1e-5, 3.1e-5, Scale::linear),
            (Labels{"1.0×10^−5", "1.5×10^−5", "2.0×10^−5", "2.5×10^−5", "3.0×10^−5"}));
}

TEST(Ticks, OfALogarithmicAxisArePowers) {
  EXPECT_EQ(labels(15, 1100, Scale::log2), (Labels{"2^4", "2^5", "2^6", "2^7", "2^8", "2^9", "2^10"}));
  EXPECT_EQ(labels(0.009, 110, Scale::log10), (Labels{"10^−2", "10^−1", "10^0", "10^1", "10^2"}));
  EXPECT_EQ(labels(1e-12, 1e8, Scale::log10),
            (Labels{"10^−12", "10^−9", "10^−6", "10^−3", "10^0", "10^3", "10^6"}));
}

TEST(Ticks, OfANarrowLogarithmicAxisAreRoundNumbers) {
  EXPECT_EQ(labels(0.3, 3, Scale::log10), (Labels{"0.5", "1", "2"}));
  EXPECT_EQ(labels(2.05, 3.05, Scale::log10), (Labels{"2.2", "2.4", "2.6", "2.8", "3.0"}));
  EXPECT_EQ(labels(5, 7, Scale::log2), (Labels{"5.0", "5.5", "6.0", "6.5", "7.0"}));
}

TEST(Ticks, BetweenPowersOfTenThereAreEightMinorOnes) {
  EXPECT_EQ(ticks_in({1, 100}, Scale::log10).minor.size(), 16u);
  EXPECT_EQ(ticks_in({1, 10}, Scale::log10).minor, (std::vector<double>{2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_TRUE(ticks_in({1, 64}, Scale::log2).minor.empty());
}

} // namespace axis_test
} // namespace poise::internal::experiments
