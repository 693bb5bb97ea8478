// Haar reports: their exact law, what it promises, and what the analyzer makes of them.
#include "poise/local/haar_reports.h"

#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace poise::internal {
namespace haar_reports_test {

constexpr double alarm = statistical::false_alarm;

Epsilon eps(const char *text) { return *Epsilon::parse(text); }
double flip_chance(double epsilon) { return 1 / (1 + std::exp(epsilon)); }

std::int64_t outcome(const HaarReport &report) {
  return (std::int64_t{1} << (report.level + 1)) + 2 * std::int64_t{report.row} + (report.bit ? 1 : 0);
}

// The law of a report, enumerated from the definition and not from haar_bit: a level, a row of the Hadamard
// matrix of its nodes, and the sign of the own half, wrong with probability p.
std::map<std::int64_t, double> law(unsigned levels, std::uint32_t leaf, double p) {
  std::map<std::int64_t, double> masses;
  for (unsigned level = 0; level < levels; ++level) {
    const std::uint32_t nodes = 1U << level;
    const std::uint32_t node_leaves = (1U << levels) / nodes;
    const std::uint32_t node = leaf / node_leaves;
    for (std::uint32_t row = 0; row < nodes; ++row) {
      int sign = leaf % node_leaves < node_leaves / 2 ? 1 : -1;
      for (std::uint32_t both = row & node; both != 0; both /= 2)
        if (both % 2 == 1) sign = -sign;
      for (const bool bit : {false, true}) {
        const double chance = bit == (sign > 0) ? 1 - p : p;
        masses[outcome({static_cast<std::uint8_t>(level), row, bit})] = chance / nodes / levels;
      }
    }
  }
  return masses;
}

// The largest privacy loss over all reports and all pairs of leaves.
double largest_loss(unsigned levels, double p) {
  double largest = 0;
  for (std::uint32_t a = 0; a < 1U << levels; ++a)
    for (std::uint32_t b = 0; b < 1U << levels; ++b) {
      const auto of_a = law(levels, a, p);
      const auto of_b = law(levels, b, p);
      for (const auto &[what, mass] : of_a) largest = std::max(largest, std::log(mass / of_b.at(what)));
    }
  return largest;
}

TEST(HaarRandomiser, EveryReportLosesAtMostEpsilonForEveryPairOfLeaves) {
  for (unsigned levels = 1; levels <= 4; ++levels)
    for (const double epsilon : {0.25, 1.0, 3.0}) {
      EXPECT_NEAR(largest_loss(levels, flip_chance(epsilon)), epsilon, 1e-12) << levels;
      EXPECT_GT(largest_loss(levels, 0.8 * flip_chance(epsilon)), epsilon + 0.2) << "a fifth fewer flips";
    }
}

TEST(HaarRandomiser, TheLawSumsToOne) {
  for (unsigned levels = 1; levels <= 4; ++levels)
    for (std::uint32_t leaf = 0; leaf < 1U << levels; ++leaf) {
      double sum = 0;
      for (const auto &[what, mass] : law(levels, leaf, 0.3)) sum += mass;
      EXPECT_NEAR(sum, 1, 1e-12);
    }
}

// False alarm: at most 1e-6 over all leaves and levels together.
TEST(HaarRandomiser, DrawsFitTheLawAndRejectAFifthFewerFlips) {
  const double epsilon = 1.25;
  for (unsigned levels = 1; levels <= 4; ++levels) {
    const HaarRandomiser randomise(levels, eps("1.25"));
    const std::int64_t end = std::int64_t{1} << (levels + 1);
    for (std::uint32_t leaf = 0; leaf < 1U << levels; ++leaf) {
      SeededBits bits(901, 100 * levels + leaf);
      const auto counts = statistical::count(60'000, [&] { return outcome(randomise(leaf, bits)); });
      const auto fit = [&](double p, std::uint32_t at) {
        const auto masses = law(levels, at, p);
        const auto mass = [&](std::int64_t x) { return masses.contains(x) ? masses.at(x) : 0.0; };
        return statistical::misfit(counts, mass, 2, end - 1, alarm / 30);
      };
      EXPECT_EQ(fit(flip_chance(epsilon), leaf), "") << levels << ' ' << leaf;
      EXPECT_NE(fit(flip_chance(epsilon), leaf ^ 1U), "") << "the law of the neighbour";
      EXPECT_NE(fit(0.8 * flip_chance(epsilon), leaf), "") << levels << ' ' << leaf;
      EXPECT_NE(fit(1.2 * flip_chance(epsilon), leaf), "") << levels << ' ' << leaf;
    }
  }
}

// False alarm: at most 1e-6. The flips of deep trees, seen without the law's many cells.
TEST(HaarRandomiser, DeepTreesFlipAsOftenAsPromised) {
  const HaarRandomiser randomise(20, eps("0.5"));
  SeededBits bits(902);
  std::uint32_t leaf = 0;
  const auto flips = statistical::count(100'000, [&] {
    leaf = (leaf + 77'777) % (1U << 20);
    const HaarReport report = randomise(leaf, bits);
    EXPECT_LT(report.level, 20);
    EXPECT_EQ(report.row >> report.level, 0U);
    return report.bit != haar_bit(20, leaf, report.level, report.row);
  });
  const auto law_of = [](double p) { return [p](std::int64_t x) { return x == 1 ? p : 1 - p; }; };
  EXPECT_EQ(statistical::misfit(flips, law_of(flip_chance(0.5)), 0, 1), "");
  EXPECT_NE(statistical::misfit(flips, law_of(0.8 * flip_chance(0.5)), 0, 1), "");
}

TEST(HaarRandomiser, RefusesTreesAndLeavesThatAreNone) {
  EXPECT_THROW(HaarRandomiser(0, eps("1")), std::logic_error);
  EXPECT_THROW(HaarRandomiser(21, eps("1")), std::logic_error);
  SeededBits bits(903);
  EXPECT_THROW(HaarRandomiser(3, eps("1"))(8, bits), std::logic_error);
}

TEST(HaarCounts, AllReportsOnceGiveTheTrueSharesExactly) {
  // Every participant reports on every (level, row), and the flips are all but impossible.
  const unsigned levels = 4;
  const std::vector<std::uint32_t> people = {0, 3, 3, 4, 9, 9, 9, 14, 15, 15};
  HaarCounts counts(levels, eps("100"));
  for (unsigned level = 0; level < levels; ++level)
    for (std::uint32_t row = 0; row < 1U << level; ++row)
      for (const std::uint32_t leaf : people)
        counts.add({static_cast<std::uint8_t>(level), row, haar_bit(levels, leaf, level, row)});
  const std::vector<double> shares = counts.cumulative();
  ASSERT_EQ(shares.size(), 16U);
  for (std::uint32_t leaf = 0; leaf < 16; ++leaf) {
    const auto below =
        std::count_if(people.begin(), people.end(), [&](std::uint32_t x) { return x <= leaf; });
    EXPECT_NEAR(shares[leaf], static_cast<double>(below) / 10, 1e-12);
  }
}

HaarCounts counted(unsigned levels, const Epsilon &epsilon, std::uint64_t reports, Bits &bits) {
  const HaarRandomiser randomise(levels, epsilon);
  HaarCounts counts(levels, epsilon);
  for (std::uint64_t i = 0; i < reports; ++i)
    counts.add(randomise(static_cast<std::uint32_t>(i % (1U << levels)), bits));
  return counts;
}

TEST(HaarCounts, SharesAreInOrderHoweverLargeTheNoise) {
  for (const char *epsilon : {"1e-90", "0.01", "1"})
    for (const std::uint64_t reports : {0U, 1U, 50U}) {
      SeededBits bits(904, reports);
      const HaarCounts counts = counted(10, eps(epsilon), reports, bits);
      EXPECT_EQ(counts.reports(), reports);
      const std::vector<double> shares = counts.cumulative();
      EXPECT_GE(shares.front(), 0);
      EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
      EXPECT_EQ(shares.back(), 1);
    }
}

// Evenly spread participants, so many that nothing has to be kept within its share: then the estimate is
// unbiased with the promised variance. A mean square of 250 trials by 31 correlated shares has a relative
// deviation of about 5% (at most sqrt(2/250) = 9% were all shares one); the seed is fixed.
TEST(HaarCounts, TheVarianceIsTheFormulasAndTheBiasIsNone) {
  const unsigned levels = 5;
  const std::uint64_t reports = 32 * 1'000;
  const int trials = 250;
  const Epsilon epsilon = eps("2");
  std::vector<double> sums(32);
  double square = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SeededBits bits(905, static_cast<std::uint64_t>(trial));
    const std::vector<double> shares = counted(levels, epsilon, reports, bits).cumulative();
    for (std::size_t leaf = 0; leaf < 32; ++leaf) {
      const double error = shares[leaf] - static_cast<double>(leaf + 1) / 32;
      sums[leaf] += error / trials;
      square += error * error / trials / 32;
    }
  }
  const double deviation = haar_rank_deviation(levels, epsilon, static_cast<double>(reports));
  EXPECT_NEAR(square / (deviation * deviation), 1, 0.15);
  EXPECT_GT(std::abs(square / (0.8 * deviation * deviation) - 1), 0.15) << "a fifth less would be seen";
  // The deviation of a mean over the trials, times six; single leaves have up to twice the average variance.
  for (const double bias : sums) EXPECT_LT(std::abs(bias), 6 * 1.5 * deviation / std::sqrt(trials));
}

TEST(HaarCounts, TheFormulaTendsToTheSimpleOne) {
  // levels^2 coth^2(eps/2) / 12 n, for fine leaves.
  const double coth = 1 / std::tanh(0.35);
  for (const unsigned levels : {1U, 5U, 10U, 20U}) {
    const double simple = levels * levels * coth * coth / 12 / 1e6;
    const double exact = std::pow(haar_rank_deviation(levels, eps("0.7"), 1e6), 2);
    EXPECT_NEAR(exact / simple, 1, 0.7 / levels);
  }
}

TEST(HaarCounts, MergingEqualsAddingOneByOne) {
  const HaarRandomiser randomise(6, eps("1"));
  SeededBits bits(906);
  HaarCounts one(6, eps("1"));
  HaarCounts other(6, eps("1"));
  HaarCounts all(6, eps("1"));
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const HaarReport report = randomise(i % 64, bits);
    (i % 3 == 0 ? one : other).add(report);
    all.add(report);
  }
  one.add(other);
  EXPECT_EQ(one.reports(), 1000U);
  EXPECT_EQ(one.cumulative(), all.cumulative());
  EXPECT_THROW(one.add(HaarCounts(5, eps("1"))), std::logic_error);
  EXPECT_THROW(one.add(HaarCounts(6, eps("2"))), std::logic_error);
}

TEST(HaarCounts, RefusesReportsThatAreNone) {
  HaarCounts counts(3, eps("1"));
  EXPECT_THROW(counts.add({3, 0, true}), std::logic_error);
  EXPECT_THROW(counts.add({1, 2, true}), std::logic_error);
  EXPECT_EQ(counts.reports(), 0U);
}

} // namespace haar_reports_test
} // namespace poise::internal
