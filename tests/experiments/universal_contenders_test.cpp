// Contenders of the universal tables: everybody answers an easy question well, and refusals are told.
#include "experiments/universal/distributions.h"
#include "experiments/universal/universal_contenders.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace poise::internal::experiments {
namespace universal_contenders_test {

double root_mean_square_error(const Contender &contender, Sample sample, int runs) {
  SeededBits bits(11);
  double squares = 0;
  for (int run = 0; run < runs; ++run, ++sample.shared_seed)
    squares += std::pow(contender.estimate(sample, bits).value()[0] - sample.truth[0], 2) / runs;
  return std::sqrt(squares);
}

Sample uniform_numbers(std::size_t rows, double (*statistic)(std::span<const double>)) {
  SeededBits bits(12);
  return drawing(distribution_named("uniform(0, 1)"), rows, statistic)(bits);
}

// Mean: Laplace noise of scale 2e4 / n. 200 draws tell its size to 8%: a half is 6 standard deviations.
TEST(UniversalContenders, GuessedBoundsCostWhatTheirNoiseIs) {
  const Sample sample = uniform_numbers(10'000, mean_of);
  const auto all = contenders_for(Statistic::mean, {10});
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[2].name, "guessed bounds 10^4");
  EXPECT_NEAR(root_mean_square_error(all[2], sample, 200) / (std::sqrt(2) * 2), 1, 0.5);
  EXPECT_EQ(all[3].name, "guessed bounds 10^6");
  EXPECT_NEAR(root_mean_square_error(all[3], sample, 200) / (std::sqrt(2) * 200), 1, 0.5);
}

// Bounds are 0 and 1 or a little inside, and half of epsilon is left: scale 2 / n.
TEST(UniversalContenders, AHistogramFindsBoundsOfUniformNumbers) {
  const Sample sample = uniform_numbers(10'000, mean_of);
  const Contender histogram = contenders_for(Statistic::mean, {10})[4];
  EXPECT_EQ(histogram.name, "log2 histogram");
  EXPECT_NEAR(root_mean_square_error(histogram, sample, 200) / (std::sqrt(2) * 2e-4), 1, 0.5);
}

// Ranks are off by about 4 of 10,000 with rate 1/4; a step is 1e-3.
TEST(UniversalContenders, QuartilesWithinGuessedBoundsAreClose) {
  const Sample sample = uniform_numbers(10'000, iqr_of);
  const auto all = contenders_for(Statistic::iqr, {10});
  for (const std::size_t guessed : {2U, 3U}) {
    const double error = root_mean_square_error(all[guessed], sample, 20);
    EXPECT_GT(error, 1e-4) << all[guessed].name;
    EXPECT_LT(error, 5e-3) << all[guessed].name;
  }
}

TEST(UniversalContenders, TooFewRowsAreARefusal) {
  const Sample sample = uniform_numbers(50, mean_of);
  SeededBits bits(13);
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned}) {
    const Contender contender = universal(Statistic::mean, version, {1});
    EXPECT_TRUE(contender.may_refuse);
    const auto answer = contender.estimate(sample, bits);
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().kind, ErrorKind::bad_input);
  }
}

// What privacy adds goes to nothing with the budget, which it could not if the two runs had different pairs:
// the variances of two pairings differ by about 1 / sqrt(n) of themselves.
TEST(UniversalContenders, ThePrivacyErrorOfAVarianceIsFreeOfThePairing) {
  const Sample sample = uniform_numbers(10'000, variance_of);
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned}) {
    const double generous =
        root_mean_square_error(privacy_error_of_variance(version, {1'000'000}), sample, 4);
    const double with_pairing =
        root_mean_square_error(universal(Statistic::variance, version, {1'000'000}), sample, 4);
    EXPECT_LT(generous, 1e-5 * sample.truth[0]);
    EXPECT_GT(with_pairing, 1e-3 * sample.truth[0]);
  }
}

} // namespace universal_contenders_test
} // namespace poise::internal::experiments
