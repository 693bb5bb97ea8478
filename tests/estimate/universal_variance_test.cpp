// The universal variance: right wherever the numbers lie, with the noise its budget has to pay for.
#include "poise/estimate/universal/universal_variance.h"

#include "estimate/universal_data.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace universal_variance_test {

const UniversalOptions published{.version = UniversalVersion::published};
const UniversalOptions tuned{.version = UniversalVersion::tuned};
const RunOptions alone{.threads = 1};

TEST(UniversalVariance, IsRightWhereverTheNumbersLie) {
  for (const auto &[centre, spread] : {std::pair{1e6, 1.0}, std::pair{0.0, 1e-9}, std::pair{1e12, 1.0}})
    for (const UniversalOptions &options : {published, tuned}) {
      int right = 0;
      for (std::uint64_t run = 0; run < 40; ++run) {
        SeededBits bits(81, run);
        const auto found = universal_variance(one_column(numbers(10'000, centre, spread, run)), epsilon("1"),
                                              bits, options, alone);
        right += std::fabs(found->value[0] / (spread * spread) - 1) <= 0.2;
      }
      EXPECT_GE(right, 38) << centre;
    }
}

// Half the mean of n' squares cut off at r^2, of which one moves it by r^2 / (2 n'): noise of scale r^2 / (2
// share epsilon n'), where r^2 doubles with every step of the published ladder. With the printed scale, for n
// in place of n', it would be half of that, and a power of two as well: but with radii that hold too few
// pairs.
TEST(UniversalVariance, TheNoiseIsThatOfTheCorrectedAlgorithm) {
  for (const char *text : {"2", "1"}) {
    const double budget = Rational(text).get_d();
    for (std::uint64_t run = 0; run < 10; ++run) {
      SeededBits bits(82, run);
      const std::size_t rows = 4000, pairs = rows / 2;
      Numbers cells(rows); // distances 0 or 1: the radius is 1, as r^2 = 1 is on the ladder and holds all
      for (std::size_t i = 0; i < rows; ++i) cells[i] = static_cast<double>(i % 2);
      const UniversalOptions options{.version = UniversalVersion::published, .bucket = -3};
      const auto found = universal_variance(one_column(cells), epsilon(text), bits, options, alone).value();
      const double scale_of_noise = found.noise_std[0] / std::sqrt(2.0);
      const double share = 1.0 / 7; // of 6 : 1, without a scale
      const double squared_radius = scale_of_noise * 2 * share * budget * static_cast<double>(pairs);
      EXPECT_NEAR(squared_radius, 1, 1e-6);
    }
  }
}

TEST(UniversalVariance, TheNoiseIsOneOfTheLaddersValues) {
  for (std::uint64_t run = 0; run < 10; ++run) {
    SeededBits bits(83, run);
    const auto found =
        universal_variance(one_column(numbers(4000, 0, 1, run)), epsilon("1"), bits, published, alone)
            .value();
    const double squared_radius = found.noise_std[0] / std::sqrt(2.0) * 2 / 8 * 2000;
    EXPECT_NEAR(std::log2(squared_radius), std::round(std::log2(squared_radius)), 1e-6);
    EXPECT_GE(squared_radius, 4); // nearly all of the pairs
    EXPECT_LE(squared_radius, 64);
  }
}

TEST(UniversalVariance, PublishedReceiptsAreTheShares) {
  SeededBits bits(1);
  const Table table = one_column(numbers(8000, 0, 1, 1));
  using Steps = std::vector<std::string>;
  EXPECT_EQ(told_steps(universal_variance(table, epsilon("1/2"), bits, published, alone)->receipt),
            (Steps{"scale upwards 1/32", "scale downwards 1/32", "range of a sample 3/8", "sum 1/16"}));
  EXPECT_EQ(told_steps(universal_variance(table, epsilon("1"), bits, published, alone)->receipt),
            (Steps{"scale upwards 1/16", "scale downwards 1/16", "radius 3/4", "sum 1/8"}));
}

TEST(UniversalVariance, ReceiptsAddUpToTheBudgetExactly) {
  const Table table = Table::dense({"a", "b"}, numbers(16'000, 5, 2, 3)).value();
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
    for (const std::optional<int> bucket : {std::optional<int>(), std::optional(-8)})
      for (const char *text : {"6/7", "20/7"}) {
        const UniversalOptions options{.version = version, .bucket = bucket};
        SeededBits bits(2);
        EXPECT_EQ(universal_variance(table, epsilon(text), bits, options, alone)->receipt.total(),
                  Rational(text));
        EXPECT_EQ(universal_variance(table, rho(text), bits, options, alone)->receipt.total(),
                  Rational(text));
      }
}

TEST(UniversalVariance, APersonCountsOnceAndThreadsChangeNothing) {
  Numbers cells = numbers(8000, 10, 1, 4);
  std::vector<std::uint64_t> whose(8000);
  std::iota(whose.begin(), whose.end(), 0U);
  for (int i = 0; i < 50'000; ++i) cells.push_back(1000), whose.push_back(7);
  const Table table = visits(cells, whose, 8000);
  for (const UniversalOptions &options : {published, tuned}) {
    const auto with = [&](const RunOptions &run) {
      SeededBits bits(5);
      return universal_variance(table, epsilon("2"), bits, options, run).value();
    };
    const auto expected = with(alone);
    EXPECT_EQ(expected.rows, 8000U);
    EXPECT_LE(expected.value[0], 10);
    EXPECT_EQ(with({.threads = 4}).value, expected.value);
    EXPECT_EQ(with({.threads = 3, .memory = std::size_t{1} << 22, .block_cells = 100}).value, expected.value);
  }
}

TEST(UniversalVariance, OddColumnsAndTooFewRowsAreNoTrouble) {
  for (const UniversalOptions &options : {published, tuned}) {
    for (const auto &[name, cells] : odd_columns()) {
      SeededBits bits(6);
      const auto found = universal_variance(one_column(cells), epsilon("8"), bits, options, alone);
      ASSERT_TRUE(found) << name;
      EXPECT_FALSE(std::isnan(found->value[0])) << name;
      EXPECT_FALSE(std::isnan(found->noise_std[0])) << name;
      EXPECT_EQ(found->receipt.total(), 8) << name;
    }
    SeededBits bits(7);
    const auto equal =
        universal_variance(one_column(Numbers(20'000, 7.25)), epsilon("8"), bits, options, alone);
    EXPECT_NEAR(equal->value[0], 0, 1e-9);
    const auto two = universal_variance(one_column({1, 2}), epsilon("1"), bits, options, alone);
    ASSERT_FALSE(two);
    EXPECT_NE(two.error().wrong.find("needs at least"), std::string::npos);
    EXPECT_FALSE(universal_variance(one_column({1, 2}), epsilon("1"), bits, {.beta = 2}, alone));
  }
}

} // namespace universal_variance_test
} // namespace poise::internal
