// Range reports as bytes: canonical, of a fixed size, refused where malformed; and the choice of a shape.
#include "poise/local/range_reports.h"

#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace range_reports_test {

using Bytes = std::vector<std::uint8_t>;

Epsilon eps(const char *text) { return *Epsilon::parse(text); }

constexpr RangeShape haar(unsigned levels) { return {RangeMethod::haar, levels}; }
constexpr RangeShape tree(unsigned levels) { return {RangeMethod::unary_tree, levels}; }

std::vector<RangeShape> all_shapes() {
  std::vector<RangeShape> shapes;
  for (unsigned levels = 1; levels <= most_haar_levels; ++levels) shapes.push_back(haar(levels));
  for (unsigned levels = 1; levels <= most_unary_tree_levels; ++levels) shapes.push_back(tree(levels));
  return shapes;
}

TEST(RangeShape, HasThePromisedLeavesAndBytes) {
  EXPECT_EQ(leaves(haar(1)), 2U);
  EXPECT_EQ(leaves(haar(20)), 1U << 20);
  EXPECT_EQ(leaves(tree(1)), 5U);
  EXPECT_EQ(leaves(tree(6)), 15'625U);
  EXPECT_EQ(report_bytes(haar(20)), 4U);
  EXPECT_EQ(report_bytes(tree(1)), 2U);
  EXPECT_EQ(report_bytes(tree(4)), 1 + 79U);
}

TEST(RangeRandomiser, WritesReportsOfOneSizeThatAreAllCounted) {
  for (const RangeShape shape : all_shapes()) {
    const RangeRandomiser randomise(shape, eps("1"));
    RangeCounts counts(shape, eps("1"));
    SeededBits bits(921, shape.levels);
    Bytes report(randomise.bytes());
    for (std::uint32_t i = 0; i < 200; ++i) {
      randomise(static_cast<std::uint32_t>(std::uint64_t{i} * leaves(shape) / 200), bits, report);
      EXPECT_TRUE(counts.add(report));
    }
    EXPECT_EQ(counts.reports(), 200U);
    EXPECT_EQ(counts.cumulative().size(), leaves(shape));
  }
}

TEST(RangeRandomiser, WritesWhatItsRandomiserDrew) {
  SeededBits bits(922);
  SeededBits same_bits(922);
  Bytes report(4);
  for (std::uint32_t leaf = 0; leaf < 256; ++leaf) {
    const HaarReport drawn = HaarRandomiser(8, eps("1"))(leaf, bits);
    RangeRandomiser(haar(8), eps("1"))(leaf, same_bits, report);
    EXPECT_EQ(report[0], drawn.row);
    EXPECT_EQ(report[1] + report[2], 0);
    EXPECT_EQ(report[3], drawn.level + (drawn.bit ? 128 : 0));
  }
  report.resize(report_bytes(tree(3)));
  std::vector<std::uint64_t> words(2);
  for (std::uint32_t leaf = 0; leaf < 125; ++leaf) {
    std::uint8_t level = 0;
    UnaryTreeRandomiser(3, eps("1"))(leaf, bits, level, words);
    RangeRandomiser(tree(3), eps("1"))(leaf, same_bits, report);
    EXPECT_EQ(report[0], level);
    for (std::size_t node = 0; node < 125; ++node)
      EXPECT_EQ(report[1 + node / 8] >> (node % 8) & 1, words[node / 64] >> (node % 64) & 1);
  }
}

TEST(RangeRandomiser, RefusesRoomOfAnotherSizeAndShapesThatAreNone) {
  SeededBits bits(923);
  Bytes report(5);
  EXPECT_THROW(RangeRandomiser(haar(8), eps("1"))(0, bits, report), std::logic_error);
  EXPECT_THROW(RangeRandomiser(haar(0), eps("1")), std::logic_error);
  EXPECT_THROW(RangeRandomiser(tree(7), eps("1")), std::logic_error);
  EXPECT_THROW(RangeCounts(haar(21), eps("1")), std::logic_error);
  EXPECT_THROW(RangeCounts(tree(0), eps("1")), std::logic_error);
}

TEST(RangeCounts, RefusesWhatNoParticipantCouldHaveSent) {
  RangeCounts by_haar(haar(8), eps("1"));
  for (const Bytes &bad : {Bytes{}, Bytes{0, 0, 0}, Bytes{0, 0, 0, 0, 0},              // sizes
                           Bytes{0, 0, 0, 8}, Bytes{0, 0, 0, 127},                     // levels
                           Bytes{1, 0, 0, 0}, Bytes{0, 1, 0, 7}, Bytes{0, 0, 128, 7}}) // rows
    EXPECT_FALSE(by_haar.add(bad));
  EXPECT_EQ(by_haar.reports(), 0U);
  EXPECT_TRUE(by_haar.add(Bytes{127, 0, 0, 7 + 128}));
  EXPECT_EQ(by_haar.reports(), 1U);

  RangeCounts by_tree(tree(2), eps("1"));
  for (const Bytes &bad : {Bytes{}, Bytes{1, 0, 0, 0}, Bytes{1, 0, 0, 0, 0, 0},                // sizes
                           Bytes{0, 0, 0, 0, 0}, Bytes{3, 0, 0, 0, 0},                         // levels
                           Bytes{1, 32, 0, 0, 0}, Bytes{1, 0, 1, 0, 0}, Bytes{2, 0, 0, 0, 2}}) // padding
    EXPECT_FALSE(by_tree.add(bad));
  EXPECT_EQ(by_tree.reports(), 0U);
  EXPECT_TRUE(by_tree.add(Bytes{1, 31, 0, 0, 0}));
  EXPECT_TRUE(by_tree.add(Bytes{2, 255, 255, 255, 1}));
  EXPECT_EQ(by_tree.reports(), 2U);
}

RC_GTEST_PROP(RangeCounts, AnyBytesAreEitherCountedOnceOrNotAtAll, ()) {
  const RangeShape shape = *rc::gen::elementOf(all_shapes());
  const auto size = *rc::gen::element(report_bytes(shape), *rc::gen::inRange<std::size_t>(0, 40));
  Bytes bytes = *rc::gen::container<Bytes>(size, rc::gen::arbitrary<std::uint8_t>());
  if (!bytes.empty() && *rc::gen::arbitrary<bool>())
    (shape.method == RangeMethod::haar ? bytes.back() : bytes.front()) %= 8; // often a level that there is
  RangeCounts counts(shape, eps("1"));
  const bool counted = counts.add(bytes);
  RC_ASSERT(counts.reports() == (counted ? 1U : 0U));
  if (size != report_bytes(shape)) RC_ASSERT(!counted);
}

TEST(RangeCounts, MergingEqualsAddingOneByOne) {
  for (const RangeShape shape : {haar(6), tree(3)}) {
    const RangeRandomiser randomise(shape, eps("1"));
    RangeCounts one(shape, eps("1"));
    RangeCounts other(shape, eps("1"));
    RangeCounts all(shape, eps("1"));
    SeededBits bits(924);
    Bytes report(randomise.bytes());
    for (std::uint32_t i = 0; i < 600; ++i) {
      randomise(i % leaves(shape), bits, report);
      EXPECT_TRUE((i % 3 == 0 ? one : other).add(report));
      EXPECT_TRUE(all.add(report));
    }
    one.add(other);
    EXPECT_EQ(one.reports(), 600U);
    EXPECT_EQ(one.cumulative(), all.cumulative());
    EXPECT_THROW(one.add(RangeCounts(haar(5), eps("1"))), std::logic_error);
  }
}

TEST(ChooseRangeShape, TakesTheLeastDeviationAmongAllShapesWithEnoughLeaves) {
  for (const char *epsilon : {"0.1", "1", "1.4", "2", "5"})
    for (const std::uint32_t least : {1U, 2U, 5U, 64U, 100U, 600U, 1000U, 15'625U, 15'626U, 1U << 20}) {
      const RangeShape chosen = choose_range_shape(least, eps(epsilon));
      EXPECT_GE(leaves(chosen), least);
      for (const RangeShape shape : all_shapes())
        if (leaves(shape) >= least) {
          EXPECT_LE(rank_share_deviation(chosen, eps(epsilon), 1),
                    rank_share_deviation(shape, eps(epsilon), 1));
        }
    }
  EXPECT_THROW(choose_range_shape((1U << 20) + 1, eps("1")), std::logic_error);
}

// The mean square error over the leaves for evenly spread participants.
double measured_variance(RangeShape shape, const Epsilon &epsilon, std::uint32_t reports, int trials) {
  const RangeRandomiser randomise(shape, epsilon);
  Bytes report(randomise.bytes());
  double variance = 0;
  for (int trial = 0; trial < trials; ++trial) {
    SeededBits bits(925, static_cast<std::uint64_t>(trial));
    RangeCounts counts(shape, epsilon);
    for (std::uint32_t i = 0; i < reports; ++i) {
      randomise(i % leaves(shape), bits, report);
      EXPECT_TRUE(counts.add(report));
    }
    const std::vector<double> shares = counts.cumulative();
    for (std::uint32_t leaf = 0; leaf < leaves(shape); ++leaf)
      variance += std::pow(shares[leaf] - (leaf + 1.0) / leaves(shape), 2) / leaves(shape) / trials;
  }
  return variance;
}

// Where the two cross depends on how the leaves fit powers of two and of five. By the formulas: at eps = 0.86
// for 25 leaves, 1.08 for 125, 1.18 for 512, 1.58 for 1000. Measured root mean square errors of 60 trials
// with 200 000 reports each:
//   eps                     0.8     1.0     1.2     1.5
//   haar, 128 leaves       .0117   .0096   .0082   .0071
//   unary tree, 125 leaves .0119   .0099   .0084   .0064
TEST(ChooseRangeShape, TheTreeWinsForLargeEpsilonAsForecast) {
  EXPECT_EQ(choose_range_shape(25, eps("0.8")), haar(5));
  EXPECT_EQ(choose_range_shape(25, eps("2.5")), tree(2));
  EXPECT_LT(measured_variance(haar(5), eps("0.8"), 20'000, 60),
            measured_variance(tree(2), eps("0.8"), 20'000, 60));
  EXPECT_GT(measured_variance(haar(5), eps("2.5"), 20'000, 60),
            measured_variance(tree(2), eps("2.5"), 20'000, 60));
}

// The Renyi divergence of order a between the reports of two leaves of a Haar tree, by enumeration.
double haar_divergence(unsigned levels, std::uint32_t one, std::uint32_t other, double epsilon, double a) {
  const double p = 1 / (1 + std::exp(epsilon));
  double sum = 0;
  for (unsigned level = 0; level < levels; ++level)
    for (std::uint32_t row = 0; row < 1U << level; ++row) {
      const double weight = 1.0 / levels / (1U << level);
      const bool same = haar_bit(levels, one, level, row) == haar_bit(levels, other, level, row);
      for (const double mass : {p, 1 - p})
        sum += weight * std::pow(mass, a) * std::pow(same ? mass : 1 - mass, 1 - a);
    }
  return std::log(sum) / (a - 1);
}

// The same for two leaves of a unary tree that share no node: every level has the same law of the two bits
// that differ.
double unary_divergence(double epsilon, double a) {
  const double q = 1 / (1 + std::exp(epsilon));
  double sum = 0;
  for (const double mine : {q, 1 - q})     // the bit at the other's node, which is fair for the other
    for (const double theirs : {q, 1 - q}) // the bit at the own node
      sum += std::pow(0.5 * mine, a) * std::pow(0.5 * theirs, 1 - a);
  return std::log(sum) / (a - 1);
}

TEST(RangeReportCost, BoundsEveryDivergenceOfEveryPairOfLeaves) {
  for (const char *text : {"0.1", "0.5", "1", "2", "4", "8"}) {
    const double epsilon = eps(text).display();
    const auto cost = [&](RangeShape shape) { return zcdp_of_range_report(shape, eps(text))->display(); };
    for (const double a : {1.0001, 1.1, 1.3, 1.7, 2.0, 3.0, 5.0, 10.0, 20.0}) {
      EXPECT_LE(unary_divergence(epsilon, a), a * cost(tree(2)) * (1 + 1e-9)) << text << ' ' << a;
      for (unsigned levels = 1; levels <= 4; ++levels)
        for (std::uint32_t one = 0; one < 1U << levels; ++one)
          for (std::uint32_t other = 0; other < 1U << levels; ++other)
            EXPECT_LE(haar_divergence(levels, one, other, epsilon, a), a * cost(haar(levels)) * (1 + 1e-9))
                << text << ' ' << a;
    }
    // The order near one shows how little room is left: a fifth less would be caught.
    EXPECT_GT(unary_divergence(epsilon, 1.0001), epsilon <= 2 ? 0.8 * cost(tree(2)) : 0) << text;
    EXPECT_GT(haar_divergence(5, 0, 31, epsilon, 1.0001), epsilon <= 2 ? 0.8 * cost(haar(5)) : 0) << text;
    EXPECT_LE(cost(tree(3)), zcdp_of_pure(eps(text))->display());
  }
}

TEST(RangeReportCost, TheEpsilonForABudgetKeepsWithinItAndIsMoreThanPureAccountingGives) {
  for (const char *text : {"1e-80", "1e-6", "0.01", "0.5", "3", "100"})
    for (const RangeShape shape : {haar(1), haar(10), tree(4)}) {
      const Rho rho = *Rho::parse(text);
      const Epsilon epsilon = *range_epsilon_for_zcdp(shape, rho);
      EXPECT_LE(*zcdp_of_range_report(shape, epsilon), rho) << text;
      EXPECT_LE(*pure_for_zcdp(rho), epsilon) << text;
      EXPECT_GE(leaves(choose_range_shape(300, rho)), 300U);
    }
  const Epsilon pure = *pure_for_zcdp(*Rho::parse("0.01"));
  EXPECT_GT(range_epsilon_for_zcdp(haar(10), *Rho::parse("0.01"))->display(), 1.34 * pure.display());
  EXPECT_GT(range_epsilon_for_zcdp(tree(4), *Rho::parse("0.01"))->display(), 1.40 * pure.display());
}

TEST(LeafAt, IsTheFirstLeafThatReachesTheShare) {
  const std::vector<double> shares = {0, 0.25, 0.25, 0.5, 1, 1};
  EXPECT_EQ(leaf_at(shares, 0), 0U);
  EXPECT_EQ(leaf_at(shares, 0.1), 1U);
  EXPECT_EQ(leaf_at(shares, 0.25), 1U);
  EXPECT_EQ(leaf_at(shares, 0.26), 3U);
  EXPECT_EQ(leaf_at(shares, 1), 4U);
  EXPECT_EQ(leaf_at(shares, 1.5), 5U);
}

} // namespace range_reports_test
} // namespace poise::internal
