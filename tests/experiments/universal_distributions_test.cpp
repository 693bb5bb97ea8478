// The distributions of the universal tables are what they are called.
#include "experiments/universal/distributions.h"

#include "poise/random/seeded_bits.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace universal_distributions_test {

std::vector<double> numbers_from(std::string_view name, std::size_t rows) {
  SeededBits bits(7);
  std::vector<double> numbers(rows);
  distribution_named(name).fill(numbers, bits);
  return numbers;
}

// A share of 100,000 is off by 0.0016 (one standard deviation at most): six of these are 0.0095. 11 checks at
// 2e-9 each; seeds are fixed.
TEST(Distributions, HaveTheirQuartilesWhereTheTablesSay) {
  constexpr std::size_t rows = 100'000;
  const auto share_below = [&](std::string_view name, double limit) {
    std::size_t below = 0;
    for (const double number : numbers_from(name, rows)) below += number <= limit ? 1 : 0;
    return static_cast<double>(below) / static_cast<double>(rows);
  };
  for (const char *symmetric : {"normal(0, 1)", "Laplace(1)", "t(3)", "logistic", "5% contaminated"}) {
    EXPECT_NEAR(share_below(symmetric, distribution_named(symmetric).iqr / 2), 0.75, 0.0095) << symmetric;
  }
  EXPECT_NEAR(share_below("Pareto(3)", std::cbrt(4)), 0.75, 0.0095);
  EXPECT_NEAR(share_below("lognormal(0, 2)", std::exp(2 * 0.6744898)), 0.75, 0.0095);
  EXPECT_NEAR(share_below("uniform(0, 1)", 0.75), 0.75, 0.0095);
  EXPECT_NEAR(share_below("gamma(2)", 2.6926345), 0.75, 0.0095);
  EXPECT_NEAR(share_below("spikes", 0), 0.55, 0.0095);
  EXPECT_NEAR(share_below("spikes", 1), 0.95, 0.0095);
}

// The standard error of an interquartile range is 1.6 IQR / sqrt(n) at most here: six of these are 0.03.
TEST(Distributions, HaveTheRangesThatAreTheUnitOfTheirErrors) {
  for (const auto all : {tuned_on(), fresh()}) {
    for (const Distribution &one : all) {
      EXPECT_NEAR(iqr_of(numbers_from(one.name, 100'000)) / one.iqr, 1, 0.03) << one.name;
    }
  }
}

TEST(Distributions, SamplesAreComparedWithTheirOwnNumber) {
  constexpr std::array<double, 5> few = {5, 1, 4, 2, 8};
  EXPECT_DOUBLE_EQ(mean_of(few), 4);
  EXPECT_DOUBLE_EQ(variance_of(few), 30.0 / 4);
  EXPECT_DOUBLE_EQ(iqr_of(few), 5 - 2); // ranks 2 and 4
  SeededBits bits(1), same(1);
  const Sample sample = drawing(distribution_named("normal(0, 1)"), 100, mean_of, 1000)(bits);
  EXPECT_EQ(sample.numbers.size(), 100U);
  EXPECT_DOUBLE_EQ(sample.truth[0], mean_of(sample.numbers));
  EXPECT_NEAR(sample.truth[0], 1000, 1);
  EXPECT_NEAR(drawing(distribution_named("normal(0, 1)"), 100, mean_of)(same).truth[0] + 1000,
              sample.truth[0], 1e-9);
}

TEST(Distributions, OneThatIsNotThereIsABrokenContract) {
  EXPECT_THROW(distribution_named("Cauchy"), std::logic_error);
}

} // namespace universal_distributions_test
} // namespace poise::internal::experiments
