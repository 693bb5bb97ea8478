// Unary reports on a tree with five branches: their exact law, what it promises, and what the analyzer makes
// of them.
#include "poise/local/unary_tree_reports.h"

#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <array>
#include <bit>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace unary_tree_reports_test {

constexpr double alarm = statistical::false_alarm;

Epsilon eps(const char *text) { return *Epsilon::parse(text); }
double other_chance(double epsilon) { return 1 / (1 + std::exp(epsilon)); }

double chance_of_bit(bool bit, bool own, double q) {
  const double one = own ? 0.5 : q;
  return bit ? one : 1 - one;
}

// The probability of a pattern of bits on a level, given that the level was drawn.
double chance_of_pattern(std::uint32_t pattern, std::uint32_t nodes, std::uint32_t own, double q) {
  double chance = 1;
  for (std::uint32_t node = 0; node < nodes; ++node)
    chance *= chance_of_bit((pattern >> node & 1U) != 0, node == own, q);
  return chance;
}

double largest_loss_over_patterns(std::uint32_t nodes, std::uint32_t a, std::uint32_t b, double q) {
  double largest = 0;
  for (std::uint32_t pattern = 0; pattern < 1U << nodes; ++pattern)
    largest = std::max(
        largest, std::log(chance_of_pattern(pattern, nodes, a, q) / chance_of_pattern(pattern, nodes, b, q)));
  return largest;
}

// The same without writing the patterns out: bits are independent, so each can be at its worst by itself.
double largest_loss_over_bits(std::uint32_t nodes, std::uint32_t a, std::uint32_t b, double q) {
  double sum = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const auto loss = [&](bool bit) {
      return std::log(chance_of_bit(bit, node == a, q) / chance_of_bit(bit, node == b, q));
    };
    sum += std::max(loss(false), loss(true));
  }
  return sum;
}

// Over all levels of a tree, all reports and all pairs of leaves. The level's probability cancels.
double largest_loss(unsigned levels, double q) {
  const std::uint32_t all = unary_tree_nodes(levels);
  double largest = 0;
  for (unsigned level = 1; level <= levels; ++level) {
    const std::uint32_t below = all / unary_tree_nodes(level);
    for (std::uint32_t a = 0; a < all; ++a)
      for (std::uint32_t b = 0; b < all; ++b)
        largest = std::max(largest, largest_loss_over_bits(unary_tree_nodes(level), a / below, b / below, q));
  }
  return largest;
}

TEST(UnaryTreeRandomiser, EveryReportLosesAtMostEpsilonForEveryPairOfLeaves) {
  for (const double epsilon : {0.25, 1.0, 3.0}) {
    const double q = other_chance(epsilon);
    for (unsigned levels = 1; levels <= 3; ++levels) {
      EXPECT_NEAR(largest_loss(levels, q), epsilon, 1e-12);
      EXPECT_GT(largest_loss(levels, 0.8 * q), epsilon + 0.2) << "a fifth fewer ones";
    }
    for (std::uint32_t a = 0; a < 5; ++a)
      for (std::uint32_t b = 0; b < 5; ++b)
        EXPECT_NEAR(largest_loss_over_patterns(5, a, b, q), largest_loss_over_bits(5, a, b, q), 1e-12);
  }
}

// False alarm: at most 1e-6 over all leaves together.
TEST(UnaryTreeRandomiser, DrawsFitTheLawAndRejectAFifthFewerOnes) {
  const double q = other_chance(1.25);
  const UnaryTreeRandomiser randomise(1, eps("1.25"));
  for (std::uint32_t leaf = 0; leaf < 5; ++leaf) {
    SeededBits bits(911, leaf);
    const auto counts = statistical::count(60'000, [&] {
      std::uint8_t level = 0;
      std::array<std::uint64_t, 1> words;
      randomise(leaf, bits, level, words);
      EXPECT_EQ(level, 1);
      return words[0];
    });
    const auto fit = [&](double chance, std::uint32_t own) {
      const auto mass = [&](std::int64_t x) {
        return x < 0 || x > 31 ? 0 : chance_of_pattern(static_cast<std::uint32_t>(x), 5, own, chance);
      };
      return statistical::misfit(counts, mass, 0, 31, alarm / 5);
    };
    EXPECT_EQ(fit(q, leaf), "") << leaf;
    EXPECT_NE(fit(0.8 * q, leaf), "") << leaf;
    EXPECT_NE(fit(1.2 * q, leaf), "") << leaf;
    EXPECT_NE(fit(q, (leaf + 1) % 5), "") << "the law of the neighbour";
  }
}

// A level's report told in short: the level, the own bit, and how many others are one.
struct InShort {
  unsigned level;
  bool own;
  unsigned others;
};

InShort in_short(unsigned levels, std::uint32_t leaf, unsigned level, std::span<const std::uint64_t> words) {
  const std::uint32_t own = leaf / unary_tree_nodes(levels - level);
  unsigned ones = 0;
  for (const std::uint64_t word : words) ones += static_cast<unsigned>(std::popcount(word));
  const bool own_bit = (words[own / 64] >> (own % 64) & 1U) != 0;
  return {level, own_bit, ones - (own_bit ? 1 : 0)};
}

double binomial(unsigned n, unsigned k, double q) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) + k * std::log(q) +
                  (n - k) * std::log1p(-q));
}

// False alarm: at most 1e-6 over the four leaves. Levels of a deeper tree, where the patterns are too many to
// count.
TEST(UnaryTreeRandomiser, EveryLevelOfADeepTreeFitsItsLaw) {
  const double q = other_chance(2);
  const unsigned levels = 3;
  const UnaryTreeRandomiser randomise(levels, eps("2"));
  std::vector<std::uint64_t> words(randomise.words());
  ASSERT_EQ(words.size(), 2U);
  const auto code = [](const InShort &report) {
    return 1000 * report.level + 500 * (report.own ? 1 : 0) + report.others;
  };
  const auto mass = [&](double chance, std::int64_t x) {
    const auto level = static_cast<unsigned>(x / 1000);
    const auto others = static_cast<unsigned>(x % 500);
    if (x < 1000 || level > levels || others >= unary_tree_nodes(level)) return 0.0;
    return binomial(unary_tree_nodes(level) - 1, others, chance) / 2 / levels;
  };
  for (const std::uint32_t leaf : {0U, 61U, 64U, 124U}) {
    SeededBits bits(912, leaf);
    const auto counts = statistical::count(60'000, [&] {
      std::uint8_t level = 0;
      randomise(leaf, bits, level, words);
      return code(in_short(levels, leaf, level, words));
    });
    const auto fit = [&](double chance) {
      return statistical::misfit(
          counts, [&](std::int64_t x) { return mass(chance, x); }, 1000, 3999, alarm / 4);
    };
    EXPECT_EQ(fit(q), "") << leaf;
    EXPECT_NE(fit(0.8 * q), "") << leaf;
  }
}

TEST(UnaryTreeRandomiser, RefusesTreesLeavesAndWordsThatAreNone) {
  EXPECT_THROW(UnaryTreeRandomiser(0, eps("1")), std::logic_error);
  EXPECT_THROW(UnaryTreeRandomiser(7, eps("1")), std::logic_error);
  SeededBits bits(913);
  std::uint8_t level = 0;
  std::vector<std::uint64_t> words(2);
  const UnaryTreeRandomiser randomise(3, eps("1"));
  EXPECT_THROW(randomise(125, bits, level, words), std::logic_error);
  words.resize(3);
  EXPECT_THROW(randomise(0, bits, level, words), std::logic_error);
}

UnaryTreeCounts counted(unsigned levels, const Epsilon &epsilon, std::uint64_t reports, Bits &bits) {
  const UnaryTreeRandomiser randomise(levels, epsilon);
  UnaryTreeCounts counts(levels, epsilon);
  std::vector<std::uint64_t> words(randomise.words());
  for (std::uint64_t i = 0; i < reports; ++i) {
    std::uint8_t level = 0;
    randomise(static_cast<std::uint32_t>(i % unary_tree_nodes(levels)), bits, level, words);
    counts.add(level, words);
  }
  return counts;
}

TEST(UnaryTreeCounts, SharesAreInOrderHoweverLargeTheNoise) {
  for (const char *epsilon : {"1e-90", "0.01", "1", "2000"})
    for (const std::uint64_t reports : {0U, 1U, 50U}) {
      SeededBits bits(914, reports);
      const UnaryTreeCounts counts = counted(4, eps(epsilon), reports, bits);
      EXPECT_EQ(counts.reports(), reports);
      const std::vector<double> shares = counts.cumulative();
      ASSERT_EQ(shares.size(), 625U);
      EXPECT_GE(shares.front(), 0);
      EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
      EXPECT_EQ(shares.back(), 1);
    }
}

// Half the participants in one leaf, told by reports without noise except for the fair own bit, which is one
// for every other report: then the shares are exact.
TEST(UnaryTreeCounts, ReportsWithoutNoiseGiveTheTrueShares) {
  UnaryTreeCounts counts(2, eps("200"));
  for (const std::uint32_t leaf : {3U, 3U, 11U, 24U})
    for (const bool own : {false, true})
      for (unsigned level = 1; level <= 2; ++level) {
        const std::uint32_t node = level == 2 ? leaf : leaf / 5;
        const std::array<std::uint64_t, 1> words = {own ? std::uint64_t{1} << node : 0};
        counts.add(level, words);
      }
  const std::vector<double> shares = counts.cumulative();
  for (std::uint32_t leaf = 0; leaf < 25; ++leaf)
    EXPECT_NEAR(shares[leaf], leaf < 3 ? 0 : leaf < 11 ? 0.5 : leaf < 24 ? 0.75 : 1, 1e-12) << leaf;
}

struct Measured {
  double variance = 0;
  std::vector<double> bias;
};

// Evenly spread participants.
Measured measured(unsigned levels, const Epsilon &epsilon, std::uint64_t reports, int trials) {
  const std::size_t leaves = unary_tree_nodes(levels);
  Measured result{0, std::vector<double>(leaves)};
  for (int trial = 0; trial < trials; ++trial) {
    SeededBits bits(915 + levels, static_cast<std::uint64_t>(trial));
    const std::vector<double> shares = counted(levels, epsilon, reports, bits).cumulative();
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      const double error = shares[leaf] - static_cast<double>(leaf + 1) / static_cast<double>(leaves);
      result.bias[leaf] += error / trials;
      result.variance += error * error / trials / static_cast<double>(leaves);
    }
  }
  return result;
}

// So many reports that hardly a share would be negative. The mean squares have relative deviations of
// about 5%; the seeds are fixed.
TEST(UnaryTreeCounts, TheVarianceIsTheFormulasAndTheBiasIsNone) {
  struct Case {
    unsigned levels;
    const char *epsilon;
    std::uint64_t reports;
    int trials;
  };
  for (const Case &c : {Case{1, "0.5", 5'000, 400}, Case{2, "2", 12'500, 160}, Case{3, "6", 12'500, 160}}) {
    const Measured result = measured(c.levels, eps(c.epsilon), c.reports, c.trials);
    const double deviation =
        unary_tree_rank_deviation(c.levels, eps(c.epsilon), static_cast<double>(c.reports));
    EXPECT_NEAR(result.variance / (deviation * deviation), 1, 0.15) << c.levels;
    EXPECT_GT(std::abs(result.variance / (0.75 * deviation * deviation) - 1), 0.15)
        << "a quarter less would be seen";
    for (const double bias : result.bias)
      EXPECT_LT(std::abs(bias), 6 * 1.5 * deviation / std::sqrt(c.trials));
  }
}

TEST(UnaryTreeCounts, MergingEqualsAddingOneByOne) {
  const UnaryTreeRandomiser randomise(3, eps("1"));
  SeededBits bits(916);
  UnaryTreeCounts one(3, eps("1"));
  UnaryTreeCounts other(3, eps("1"));
  UnaryTreeCounts all(3, eps("1"));
  std::vector<std::uint64_t> words(randomise.words());
  for (std::uint32_t i = 0; i < 1000; ++i) {
    std::uint8_t level = 0;
    randomise(i % 125, bits, level, words);
    (i % 3 == 0 ? one : other).add(level, words);
    all.add(level, words);
  }
  one.add(other);
  EXPECT_EQ(one.reports(), 1000U);
  EXPECT_EQ(one.cumulative(), all.cumulative());
  EXPECT_THROW(one.add(UnaryTreeCounts(2, eps("1"))), std::logic_error);
  EXPECT_THROW(one.add(UnaryTreeCounts(3, eps("2"))), std::logic_error);
}

TEST(UnaryTreeCounts, RefusesReportsThatAreNone) {
  UnaryTreeCounts counts(2, eps("1"));
  const std::array<std::uint64_t, 1> beyond = {std::uint64_t{1} << 25};
  const std::array<std::uint64_t, 1> none = {0};
  EXPECT_THROW(counts.add(2, beyond), std::logic_error);
  EXPECT_THROW(counts.add(0, none), std::logic_error);
  EXPECT_THROW(counts.add(3, none), std::logic_error);
  EXPECT_THROW(counts.add(2, {}), std::logic_error);
  EXPECT_EQ(counts.reports(), 0U);
}

} // namespace unary_tree_reports_test
} // namespace poise::internal
