// Counts among dummies: the law of every bin, and the ranks an analyzer reads from them.
#include "poise/shuffle/dummy_tree.h"

#include "oracle/exact_masses.h"
#include "poise/random/sampler/uniform.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace dummy_tree_test {

TEST(TreeShape, NumbersEveryBinOnceInTheDocumentedOrder) {
  const TreeShape shape{3, 4};
  EXPECT_EQ(shape.bins(), 3U * 30U);
  std::uint64_t next = 0;
  for (std::uint32_t coordinate = 0; coordinate < 3; ++coordinate)
    for (std::uint32_t level = 1; level <= 4; ++level)
      for (std::uint64_t node = 0; node < (1U << level); ++node)
        EXPECT_EQ(shape.bin(coordinate, level, node), next++);
  EXPECT_EQ(next, shape.bins());
}

// Every participant sits at the same leaves: what remains of a count is dummies.
constexpr TreeShape small{2, 2}; // 12 bins
const std::vector<std::uint32_t> seat = {1, 2};

TEST(TreeClient, NamesTheOwnNodeOfEveryLevelAndCoordinate) {
  SeededBits bits(831);
  const TreeClient client(small, ratio(1, 1000));
  std::vector<std::uint64_t> out = {99};
  client(seat, bits, out);
  EXPECT_EQ(out, (std::vector<std::uint64_t>{99, small.bin(0, 1, 0), small.bin(0, 2, 1), small.bin(1, 1, 1),
                                             small.bin(1, 2, 2)}));
  EXPECT_THROW(client(std::vector<std::uint32_t>{1}, bits, out), std::logic_error);
  EXPECT_THROW(client(std::vector<std::uint32_t>{1, 4}, bits, out), std::logic_error);
  EXPECT_THROW(TreeClient(TreeShape{1, 0}, Rational(1)), std::logic_error);
  EXPECT_THROW(TreeClient(TreeShape{0, 1}, Rational(1)), std::logic_error);
  EXPECT_THROW(TreeClient(small, Rational(0)), std::logic_error);
}

using Dummies = std::vector<std::int64_t>;    // a bin
using Round = std::function<Dummies(Bits &)>; // everyone's, once

constexpr std::uint64_t crowd = 3;

Dummies dummies_in(const TreeCounts &counts, const TreeShape &shape) {
  Dummies result(counts.counts().begin(), counts.counts().end());
  for (std::uint32_t coordinate = 0; coordinate < shape.coordinates; ++coordinate)
    for (std::uint32_t level = 1; level <= shape.levels; ++level)
      result[shape.bin(coordinate, level, seat[coordinate] >> (shape.levels - level))] -=
          static_cast<std::int64_t>(crowd);
  return result;
}

Dummies by_messages(const TreeShape &shape, const Rational &mean, Bits &bits) {
  const TreeClient client(shape, mean);
  TreeCounts counts(shape);
  std::vector<std::uint64_t> records;
  for (std::uint64_t participant = 0; participant < crowd; ++participant)
    client(std::span(seat).first(shape.coordinates), bits, records);
  for (const std::uint64_t bin : records) EXPECT_TRUE(counts.add(bin));
  EXPECT_EQ(counts.records(), records.size());
  return dummies_in(counts, shape);
}

Dummies by_aggregate(const TreeShape &shape, const Rational &mean, Bits &bits) {
  std::vector<std::uint64_t> leaf_counts(shape.coordinates * shape.leaves());
  for (std::uint32_t coordinate = 0; coordinate < shape.coordinates; ++coordinate)
    leaf_counts[coordinate * shape.leaves() + seat[coordinate]] = crowd;
  const TreeCounts counts = aggregate_tree_counts(shape, leaf_counts, mean, crowd, bits);
  std::uint64_t records = 0;
  for (const std::uint64_t count : counts.counts()) records += count;
  EXPECT_EQ(counts.records(), records);
  return dummies_in(counts, shape);
}

// Always as many dummies as the mean says, each uniform: every bin is nearly Poisson, but not their total.
Dummies by_fixed_number(Bits &bits) {
  Dummies result(small.bins());
  for (std::uint64_t i = 0; i < crowd * 8; ++i) ++result[uniform_below(small.bins(), bits)];
  return result;
}

double poisson(double mean, std::int64_t x) { return oracle::poisson_mass(mean, x); }

// Rounds of 3 participants with 8 dummies each on average, so 2 a bin. Three laws: of each bin, of pairs of
// bins (a parent and its child, siblings, bins of two coordinates), of the total. False alarms at most 1e-6
// each.
struct Verdicts {
  std::string bin, pair, total;
  bool fit() const { return bin.empty() && pair.empty() && total.empty(); }
};

Verdicts verdicts(const Round &round, double mean_a_bin, std::uint64_t stream) {
  SeededBits bits(832, stream);
  statistical::Counts bins, pairs, totals;
  for (int trial = 0; trial < 6000; ++trial) {
    const Dummies dummies = round(bits);
    const auto capped = [&](std::uint64_t bin) { return std::clamp<std::int64_t>(dummies[bin], -1, 7); };
    std::int64_t total = 0;
    for (const std::int64_t count : dummies) {
      bins.add(count);
      total += count;
    }
    totals.add(total);
    // Own nodes are among them; every bin enters one pair only, so that pairs are independent.
    for (const auto &[a, b] : {std::pair{small.bin(0, 1, 0), small.bin(0, 2, 1)},
                               {small.bin(0, 2, 2), small.bin(0, 2, 3)},
                               {small.bin(0, 1, 1), small.bin(1, 1, 1)}})
      pairs.add(capped(a) < 0 || capped(b) < 0 ? -1 : 8 * capped(a) + capped(b));
  }
  const auto up_to_seven = [&](std::int64_t x) {
    if (x < 7) return poisson(mean_a_bin, x);
    double below = 0;
    for (std::int64_t k = 0; k < 7; ++k) below += poisson(mean_a_bin, k);
    return 1 - below;
  };
  const double mean = mean_a_bin * 12;
  return {statistical::misfit(
              bins, [&](std::int64_t x) { return poisson(mean_a_bin, x); }, 0, 20),
          statistical::misfit(
              pairs, [&](std::int64_t x) { return up_to_seven(x / 8) * up_to_seven(x % 8); }, 0, 63),
          statistical::misfit(
              totals, [&](std::int64_t x) { return poisson(mean, x); }, 0, 80)};
}

TEST(TreeClient, DummiesOfABinArePoissonAndIndependentOfOtherBins) {
  const auto found = verdicts([](Bits &bits) { return by_messages(small, Rational(8), bits); }, 2, 1);
  EXPECT_EQ(found.bin, "");
  EXPECT_EQ(found.pair, "");
  EXPECT_EQ(found.total, "");
}

TEST(TreeClient, AFifthFewerDummiesOrAFixedNumberOfThemWouldBeCaught) {
  const auto fewer = verdicts([](Bits &bits) { return by_messages(small, ratio(32, 5), bits); }, 2, 2);
  EXPECT_NE(fewer.bin, "");
  EXPECT_NE(fewer.pair, "");
  EXPECT_NE(fewer.total, "");
  EXPECT_FALSE(verdicts(by_fixed_number, 2, 3).fit());
}

TEST(AggregateTreeCounts, HasTheLawOfTheMessages) {
  const auto found = verdicts([](Bits &bits) { return by_aggregate(small, Rational(8), bits); }, 2, 4);
  EXPECT_EQ(found.bin, "");
  EXPECT_EQ(found.pair, "");
  EXPECT_EQ(found.total, "");
  const auto fewer = verdicts([](Bits &bits) { return by_aggregate(small, ratio(32, 5), bits); }, 2, 5);
  EXPECT_FALSE(fewer.fit());
}

// Both ways at once, on all counts of a tree of two bins; false alarms at most 1e-6.
TEST(AggregateTreeCounts, CannotBeToldFromTheMessages) {
  constexpr TreeShape two{1, 1};
  const auto sample = [&](const Round &round, std::uint64_t stream) {
    SeededBits bits(833, stream);
    return statistical::count(10'000, [&] {
      const Dummies dummies = round(bits);
      return 100 * dummies[0] + dummies[1];
    });
  };
  const auto messages = sample(
      [&](Bits &bits) {
        TreeCounts counts(two);
        static const TreeClient client(two, Rational(1));
        std::vector<std::uint64_t> records;
        for (const std::uint32_t leaf : {0U, 1U, 1U}) client({&leaf, 1}, bits, records);
        for (const std::uint64_t bin : records) EXPECT_TRUE(counts.add(bin));
        return Dummies(counts.counts().begin(), counts.counts().end());
      },
      1);
  const auto aggregate = [&](const Rational &mean, std::uint64_t stream) {
    return sample(
        [&](Bits &bits) {
          const std::vector<std::uint64_t> leaf_counts = {1, 2};
          const TreeCounts counts = aggregate_tree_counts(two, leaf_counts, mean, 3, bits);
          return Dummies(counts.counts().begin(), counts.counts().end());
        },
        stream);
  };
  EXPECT_EQ(statistical::two_sample_misfit(messages, aggregate(Rational(1), 2)), "");
  EXPECT_NE(statistical::two_sample_misfit(messages, aggregate(ratio(4, 5), 3)), "");
  SeededBits bits(834);
  EXPECT_THROW(aggregate_tree_counts(two, std::vector<std::uint64_t>{1, 1}, Rational(1), 3, bits),
               std::logic_error);
  EXPECT_THROW(aggregate_tree_counts(two, std::vector<std::uint64_t>{3}, Rational(1), 3, bits),
               std::logic_error);
}

// Exact: what two participants send into two bins, from their definition (a Poisson number of dummies, each
// in either bin), is a product of Poisson laws with the mean that aggregate_tree_counts uses.
TEST(TreeClient, PoissonDummiesSplitExactly) {
  constexpr int most = 30;
  const double mean = 1.3;
  const auto one = [&](int a, int b) {
    double ways = 1; // binomial(a + b, a) / 2^(a + b)
    for (int i = 1; i <= a; ++i) ways *= static_cast<double>(b + i) / i;
    return poisson(mean, a + b) * std::ldexp(ways, -a - b);
  };
  double farthest = 0, farthest_with_less = 0;
  for (int a = 0; a < most; ++a) {
    for (int b = 0; b < most; ++b) {
      double both = 0;
      for (int i = 0; i <= a; ++i)
        for (int j = 0; j <= b; ++j) both += one(i, j) * one(a - i, b - j);
      const auto distance = [&](double mu) { return std::abs(both - poisson(mu, a) * poisson(mu, b)); };
      farthest = std::max(farthest, distance(2 * mean / 2));
      farthest_with_less = std::max(farthest_with_less, distance(0.8 * 2 * mean / 2));
    }
  }
  EXPECT_LT(farthest, 1e-15);
  EXPECT_GT(farthest_with_less, 0.01);
}

TEST(TreeCounts, RefuseBinsThatAreNotThere) {
  TreeCounts counts(small);
  EXPECT_FALSE(counts.add(12));
  EXPECT_FALSE(counts.add(~std::uint64_t{0}));
  EXPECT_EQ(counts.records(), 0U);
  EXPECT_TRUE(counts.add(11));
  TreeCounts others(small);
  EXPECT_TRUE(others.add(11));
  EXPECT_TRUE(others.add(0));
  counts.add(others);
  EXPECT_EQ(counts.records(), 3U);
  EXPECT_EQ(counts.counts()[11], 2U);
  EXPECT_EQ(counts.counts()[0], 1U);
  EXPECT_THROW(counts.add(TreeCounts({2, 3})), std::logic_error);
  EXPECT_THROW(counts.cumulative(2, 1), std::logic_error);
  EXPECT_THROW(counts.cumulative(0, 0), std::logic_error);
}

// A tree with `each` people in every leaf, and a number of dummies in every bin.
TreeCounts counts_of(const TreeShape &shape, std::uint64_t each,
                     const std::function<std::uint64_t(std::uint64_t bin)> &dummies) {
  TreeCounts counts(shape);
  for (std::uint32_t coordinate = 0; coordinate < shape.coordinates; ++coordinate)
    for (std::uint32_t level = 1; level <= shape.levels; ++level)
      for (std::uint64_t node = 0; node < (std::uint64_t{1} << level); ++node) {
        const std::uint64_t bin = shape.bin(coordinate, level, node);
        const std::uint64_t times = (each << (shape.levels - level)) + dummies(bin);
        for (std::uint64_t i = 0; i < times; ++i) EXPECT_TRUE(counts.add(bin));
      }
  return counts;
}

TEST(TreeCounts, WithoutNoiseTheSharesAreExactWhateverTheMeanOfDummies) {
  const TreeShape shape{2, 3};
  const TreeCounts counts = counts_of(shape, 5, [](std::uint64_t) { return 17U; });
  for (const std::uint32_t coordinate : {0U, 1U}) {
    const std::vector<double> shares = counts.cumulative(coordinate, 40);
    ASSERT_EQ(shares.size(), 8U);
    for (std::size_t leaf = 0; leaf < 8; ++leaf)
      EXPECT_NEAR(shares[leaf], static_cast<double>(leaf + 1) / 8, 1e-12);
  }
}

RC_GTEST_PROP(TreeCounts, SharesNeverDecreaseAndStayBetweenNoneAndAll, ()) {
  const TreeShape shape{1, *rc::gen::inRange<std::uint32_t>(1, 6)};
  TreeCounts counts(shape);
  for (std::uint64_t bin = 0; bin < shape.bins(); ++bin)
    for (int i = *rc::gen::inRange(0, 30); i > 0; --i) RC_ASSERT(counts.add(bin));
  const auto shares = counts.cumulative(0, *rc::gen::inRange<std::uint64_t>(1, 100));
  RC_ASSERT(shares.size() == shape.leaves());
  RC_ASSERT(std::ranges::is_sorted(shares));
  RC_ASSERT(shares.front() >= 0);
  RC_ASSERT(shares.back() == 1);
}

// How far the rank at each leaf moves when one bin has one record more: the estimate is linear where nothing
// has to be made monotone.
std::vector<std::vector<double>> slopes(const TreeShape &shape) {
  const auto ranks = [&](std::uint64_t raised) {
    const TreeCounts counts =
        counts_of(shape, 40, [&](std::uint64_t bin) { return bin == raised ? 1U : 0U; });
    auto result = counts.cumulative(0, 40 * shape.leaves());
    for (double &rank : result) rank *= static_cast<double>(40 * shape.leaves());
    return result;
  };
  const std::vector<double> level = ranks(shape.bins());
  std::vector<std::vector<double>> result;
  for (std::uint64_t bin = 0; bin < shape.bins(); ++bin) {
    result.push_back(ranks(bin));
    for (std::size_t leaf = 0; leaf < level.size(); ++leaf) result.back()[leaf] -= level[leaf];
  }
  return result;
}

// Least squares by its definition: residuals are orthogonal to every change of the leaves that leaves
// everyone somewhere. With a unit of noise in one bin, moving one from leaf to leaf must not bring the fit
// closer.
TEST(TreeCounts, AreFittedByLeastSquares) {
  const TreeShape shape{1, 4};
  const auto by_bin = slopes(shape);
  for (std::uint64_t raised = 0; raised < shape.bins(); ++raised) {
    std::vector<double> leaf = by_bin[raised]; // ranks into counts
    for (std::size_t i = leaf.size() - 1; i > 0; --i) leaf[i] -= leaf[i - 1];
    const auto gradient = [&](std::size_t at) { // of half the squared distance, by the count of one leaf
      double sum = 0;
      for (std::uint32_t level = 1; level <= shape.levels; ++level) {
        const std::size_t width = std::size_t{1} << (shape.levels - level);
        const std::size_t node = at / width;
        double fitted = 0;
        for (std::size_t i = node * width; i < (node + 1) * width; ++i) fitted += leaf[i];
        sum += fitted - (shape.bin(0, level, node) == raised ? 1 : 0);
      }
      return sum;
    };
    for (std::size_t at = 1; at < leaf.size(); ++at) EXPECT_NEAR(gradient(at), gradient(0), 1e-9) << raised;
  }
}

double largest_deviation(const std::vector<std::vector<double>> &by_bin, double mu) {
  double largest = 0;
  for (std::size_t leaf = 0; leaf < by_bin.front().size(); ++leaf) {
    double sum = 0;
    for (const auto &slope : by_bin) sum += slope[leaf] * slope[leaf];
    largest = std::max(largest, std::sqrt(mu * sum));
  }
  return largest;
}

TEST(TreeRankDeviation, IsThatOfTheEstimateAtItsWorstLeaf) {
  for (const std::uint32_t levels : {1U, 2U, 3U, 5U, 6U}) {
    const TreeShape shape{1, levels};
    EXPECT_NEAR(tree_rank_deviation(shape, Rational(7)) / largest_deviation(slopes(shape), 7), 1, 1e-9)
        << levels;
  }
  EXPECT_EQ(tree_rank_deviation({1, 3}, Rational(0)), 0);
  for (std::uint32_t levels = 1; levels <= 18; ++levels) { // the rule of thumb of the header
    EXPECT_NEAR(tree_rank_deviation({1, levels}, Rational(7)) / std::sqrt((levels + 4) * 7 / 9.0), 0.965,
                0.035);
  }
}

// Draws: 2000 trials, so the mean square has a relative deviation of 0.032; six of them are 0.19. Its law is
// close to normal, so false alarms are rarer than 1e-8.
TEST(TreeRankDeviation, IsMetByDrawsAndAThirdMoreIsNot) {
  const TreeShape shape{1, 5};
  const std::vector<std::uint64_t> leaf_counts(32, 500);
  constexpr std::uint64_t people = 32 * 500;
  constexpr int trials = 2000;
  const Rational mu(20);
  SeededBits bits(835);
  std::vector<double> squares(32), errors(32);
  for (int trial = 0; trial < trials; ++trial) {
    const auto counts =
        aggregate_tree_counts(shape, leaf_counts, mu * shape.bins() / to_integer(people), people, bits);
    const auto shares = counts.cumulative(0, people);
    for (std::size_t leaf = 0; leaf < 32; ++leaf) {
      const double error = (shares[leaf] - static_cast<double>(leaf + 1) / 32) * people;
      squares[leaf] += error * error / trials;
      errors[leaf] += error / trials;
    }
  }
  const double claimed = tree_rank_deviation(shape, mu);
  double largest = 0;
  for (std::size_t leaf = 0; leaf < 32; ++leaf) {
    largest = std::max(largest, squares[leaf]);
    EXPECT_LT(std::abs(errors[leaf]), 6 * claimed / std::sqrt(trials)) << leaf; // unbiased
  }
  EXPECT_NEAR(largest / (claimed * claimed), 1, 0.19);
  EXPECT_GT(largest / (claimed * claimed * 0.7), 1.19);
}

} // namespace dummy_tree_test
} // namespace poise::internal
