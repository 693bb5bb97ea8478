// Rivals do what they are said to do: noise of the right size, bounds where the data are, refusals.
#include "experiments/universal/dwork_lei.h"
#include "experiments/universal/log2_histogram.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace poise::internal::experiments {
namespace universal_rivals_test {

constexpr int runs = 4000;

// The mean square of Laplace noise is known to sqrt(5 / 4000) = 3.5% from 4000 draws: a fifth is 5.7 standard
// deviations (1e-8). Noise that is 20% too small has 36% less, and is noticed.
template <class Draw> void expect_laplace(double scale, const Draw &draw) {
  double squares = 0;
  for (int run = 0; run < runs; ++run) squares += std::pow(draw(), 2) / runs;
  EXPECT_NEAR(squares / (2 * scale * scale), 1, 0.2);
}

TEST(BoundedMean, HasTheNoiseOfItsBoundsAndClamps) {
  SeededBits bits(1);
  constexpr std::array<double, 4> numbers = {-3, 0, 1, 100};
  constexpr Bounds bounds{-2, 10};
  expect_laplace(12 / 0.5 / 4,
                 [&] { return bounded_mean(numbers, bounds, 0.5, bits) - (-2 + 0 + 1 + 10) / 4.0; });
}

// Half of the rows at either end of the middle: the noise of the squares is all there is but for the square
// of the mean's, a hundredth of it.
TEST(BoundedVariance, HasTheNoiseOfItsSquares) {
  SeededBits bits(2);
  std::vector<double> numbers(1000, 0.25);
  std::fill_n(numbers.begin(), 500, -0.25);
  expect_laplace(1 / 0.5 / 1000, [&] { return bounded_variance(numbers, {-1, 1}, 1, bits) - 0.0625; });
}

TEST(BoundedVariance, IsNeverNegative) {
  SeededBits bits(3);
  constexpr std::array<double, 2> numbers = {0, 0};
  for (int run = 0; run < 100; ++run) EXPECT_GE(bounded_variance(numbers, {-1, 1}, 0.1, bits), 0);
}

TEST(Log2Histogram, EmptyBinsPassItsThresholdAsOftenAsItIsTold) {
  const double least = histogram_threshold(0.01, 4092, 3);
  EXPECT_NEAR(1 - std::pow(1 - std::exp(-least / 3) / 2, 4092), 0.01, 1e-12);
}

TEST(Log2Histogram, FindsThePowersOfTwoAroundTheData) {
  SeededBits bits(4);
  std::vector<double> numbers(2000, 3.0);
  std::fill_n(numbers.begin(), 500, -20.0);
  numbers.back() = 1e9; // one that is too few
  const Bounds bounds = log2_histogram_bounds(numbers, 1, bits).value();
  EXPECT_EQ(bounds.low, -32);
  EXPECT_EQ(bounds.high, 4);
  const std::vector<double> zeros(2000, 0.0), powers(2000, 4.0);
  EXPECT_EQ(log2_histogram_bounds(zeros, 1, bits)->low, 0);
  EXPECT_LT(log2_histogram_bounds(zeros, 1, bits)->high, 1e-300);
  EXPECT_EQ(log2_histogram_bounds(powers, 1, bits)->low, 4);
  EXPECT_EQ(log2_histogram_bounds(powers, 1, bits)->high, 8);
  const std::vector<double> largest(2000, -1.7e308);
  EXPECT_EQ(log2_histogram_bounds(largest, 1, bits)->low, -std::numeric_limits<double>::max());
}

// Nobody in any bin passes about every other time, and is refused otherwise: 200 fair coins are outside
// 50 … 150 with probability 1e-12.
TEST(Log2Histogram, RefusesWhenNothingStandsOut) {
  SeededBits bits(5);
  int refusals = 0;
  constexpr std::array<double, 1> one = {1};
  for (int run = 0; run < 200; ++run) refusals += log2_histogram_bounds(one, 0.001, bits) ? 0 : 1;
  EXPECT_GT(refusals, 50);
  EXPECT_LT(refusals, 150);
}

// By trying: some numbers of seven replaced by any others, or by some far away.
bool some_change_leaves(const std::vector<double> &numbers, std::size_t from, int changes, double low,
                        double high, const std::vector<double> &choices) {
  std::vector<double> sorted = numbers;
  std::ranges::sort(sorted);
  const double iqr = sorted[5] - sorted[1]; // ranks 6 and 2 of 7
  if (iqr < low || iqr >= high) return true;
  if (changes == 0) return false;
  for (std::size_t i = from; i < numbers.size(); ++i) {
    for (const double choice : choices) {
      std::vector<double> changed = numbers;
      changed[i] = choice;
      if (some_change_leaves(changed, i + 1, changes - 1, low, high, choices)) return true;
    }
  }
  return false;
}

TEST(DworkLei, CountsTheChangesThatTryingFinds) {
  SeededBits bits(6);
  for (int run = 0; run < 40; ++run) {
    std::vector<double> numbers(7);
    for (double &number : numbers) number = static_cast<double>(bits.word() % 12);
    std::ranges::sort(numbers);
    const double iqr = numbers[5] - numbers[1];
    const double low = iqr - static_cast<double>(bits.word() % 4),
                 high = iqr + 1 + static_cast<double>(bits.word() % 4);
    std::vector<double> choices = {-1e9, 1e9};
    choices.insert(choices.end(), numbers.begin(), numbers.end());
    std::uint64_t fewest = 1;
    while (fewest < 3 && !some_change_leaves(numbers, 0, static_cast<int>(fewest), low, high, choices))
      ++fewest;
    const std::uint64_t counted = changes_to_leave(numbers, low, high);
    EXPECT_TRUE(fewest == 3 ? counted >= 3 : counted == fewest) << counted << " " << fewest;
  }
}

TEST(DworkLei, RefusesTiesAndAHandfulOfRows) {
  SeededBits bits(7);
  const std::vector<double> ties(10'000, 5.0);
  EXPECT_FALSE(dwork_lei_iqr(ties, 1, 1e-9, bits));
  std::vector<double> few;
  for (int i = 0; i < 20; ++i) few.push_back(i);
  EXPECT_FALSE(dwork_lei_iqr(few, 1, 1e-9, bits));
}

// Two spikes: no few changes move a quartile, so it always answers.
TEST(DworkLei, HasItsNoiseOnTheScaleOfLogarithms) {
  SeededBits bits(8);
  std::vector<double> numbers(2000, 0.0);
  std::fill_n(numbers.begin(), 1000, 3.0);
  const double log_base = std::log1p(1 / std::log(2000.0));
  expect_laplace(3 / 0.5,
                 [&] { return std::log(dwork_lei_iqr(numbers, 0.5, 1e-9, bits).value() / 3) / log_base; });
}

} // namespace universal_rivals_test
} // namespace poise::internal::experiments
