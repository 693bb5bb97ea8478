// The universal mean: right wherever the numbers lie, honest receipts, calm about odd columns and people.
#include "poise/estimate/universal/universal_mean.h"

#include "estimate/universal_data.h"

#include <gtest/gtest.h>
#include <limits>

namespace poise::internal {
namespace universal_mean_test {

const UniversalOptions published{.version = UniversalVersion::published};
const UniversalOptions tuned{.version = UniversalVersion::tuned};
const RunOptions alone{.threads = 1};

double found(const Numbers &cells, const UniversalOptions &options, std::uint64_t seed) {
  SeededBits bits(71, seed);
  return universal_mean(one_column(cells), epsilon("1"), bits, options, alone)->value[0];
}

TEST(UniversalMean, IsRightWhereverTheNumbersLie) {
  for (const auto &[centre, spread] : {std::pair{1e6, 1.0}, std::pair{0.0, 1e-9}, std::pair{1e12, 1.0}})
    for (const UniversalOptions &options : {published, tuned}) {
      int right = 0;
      for (std::uint64_t run = 0; run < 100; ++run) {
        const Numbers cells = numbers(10'000, centre, spread, run);
        right += std::fabs(found(cells, options, run) - centre) <= 0.05 * spread;
      }
      EXPECT_GE(right, 95) << centre;
    }
}

// The distance to the mean of the numbers themselves, which is all that privacy adds.
TEST(UniversalMean, TunedItIsAtLeastTwiceAsPrecise) {
  for (const auto shape : {normal, laplace, student3}) {
    double squares[2] = {0, 0};
    for (std::uint64_t run = 0; run < 40; ++run) {
      const Numbers cells = numbers(10'000, 100, 3, run, shape);
      for (const UniversalOptions &options : {published, tuned})
        squares[options.version == UniversalVersion::tuned] +=
            std::pow(found(cells, options, run) - mean_of(cells), 2);
    }
    EXPECT_LE(4 * squares[1], squares[0]);
  }
}

TEST(UniversalMean, PublishedReceiptsAreTheShares) {
  SeededBits bits(1);
  const Table table = one_column(numbers(4000, 0, 1, 1));
  const auto steps = [&](Grant<Epsilon> grant, const UniversalOptions &options) {
    return told_steps(universal_mean(table, std::move(grant), bits, options, alone)->receipt);
  };
  using Steps = std::vector<std::string>;
  EXPECT_EQ(steps(epsilon("1/2"), published),
            (Steps{"scale upwards 1/32", "scale downwards 1/32", "range of a sample 3/8", "sum 1/16"}));
  EXPECT_EQ(steps(epsilon("1"), published),
            (Steps{"scale upwards 1/16", "scale downwards 1/16", "magnitude 3/32", "centre 3/32",
                   "radius 9/16", "sum 1/8"}));
  const UniversalOptions bucket{.version = UniversalVersion::published, .bucket = -10};
  EXPECT_EQ(steps(epsilon("1/2"), bucket),
            (Steps{"magnitude 1/20", "centre 1/20", "radius 3/10", "sum 1/10"}));
}

// Several columns, awkward budgets, both units, both versions: exactly the budget.
TEST(UniversalMean, ReceiptsAddUpToTheBudgetExactly) {
  const Numbers one = numbers(12'000, 5, 2, 3);
  const Table table = Table::dense({"a", "b", "c"}, one).value();
  for (const UniversalVersion version : {UniversalVersion::published, UniversalVersion::tuned})
    for (const std::optional<int> bucket : {std::optional<int>(), std::optional(-8)}) {
      const UniversalOptions options{.version = version, .bucket = bucket};
      for (const char *text : {"6/7", "20/7"}) {
        SeededBits bits(2);
        const auto pure = universal_mean(table, epsilon(text), bits, options, alone);
        ASSERT_TRUE(pure) << pure.error().wrong;
        EXPECT_EQ(pure->receipt.total(), Rational(text));
        EXPECT_TRUE(pure->receipt.is_pure());
        const auto zcdp = universal_mean(table, rho(text), bits, options, alone);
        ASSERT_TRUE(zcdp) << zcdp.error().wrong;
        EXPECT_EQ(zcdp->receipt.total(), Rational(text));
        EXPECT_FALSE(zcdp->receipt.is_pure());
        EXPECT_EQ(zcdp->columns.size(), 3U);
      }
    }
  SeededBits bits(3);
  const auto thirds = universal_mean(table, epsilon("3"), bits, published, alone)->receipt.steps();
  ASSERT_EQ(thirds.size(), 18U); // a third of the budget each: six steps of a column
  EXPECT_EQ(thirds[5].amount, ratio(1, 8));
  EXPECT_EQ(thirds[17].amount, ratio(1, 8));
}

// Rows of a person count once: a thousand rows of one, and one of everybody else.
TEST(UniversalMean, APersonCountsOnceHoweverManyRowsTheyHave) {
  Numbers cells = numbers(4000, 10, 1, 4);
  std::vector<std::uint64_t> whose(4000);
  std::iota(whose.begin(), whose.end(), 0U);
  for (int i = 0; i < 100'000; ++i) cells.push_back(1000), whose.push_back(7);
  for (const UniversalOptions &options : {published, tuned}) {
    SeededBits bits(4);
    const auto mean = universal_mean(visits(cells, whose, 4000), epsilon("2"), bits, options, alone).value();
    EXPECT_EQ(mean.rows, 4000U);
    EXPECT_NEAR(mean.value[0], 10, 1);
  }
}

TEST(UniversalMean, ThreadsAndMemoryChangeNothing) {
  const Table table = one_column(numbers(20'000, 3, 5, 5));
  for (const UniversalOptions &options : {published, tuned}) {
    const auto with = [&](const RunOptions &run) {
      SeededBits bits(5);
      return universal_mean(table, epsilon("1/2"), bits, options, run)->value;
    };
    const auto expected = with(alone);
    EXPECT_EQ(with({.threads = 4}), expected);
    EXPECT_EQ(with({.threads = 3, .memory = std::size_t{1} << 22, .block_cells = 100}), expected);
  }
}

// The least of doubles is no number to be exact about; all others are, up to what the grid's steps are.
TEST(UniversalMean, OddColumnsGiveFiniteNumbersForTheWholeBudget) {
  for (const auto &[name, cells] : odd_columns())
    for (const UniversalOptions &options : {published, tuned}) {
      SeededBits bits(6);
      const auto mean = universal_mean(one_column(cells), epsilon("8"), bits, options, alone);
      ASSERT_TRUE(mean) << name;
      EXPECT_TRUE(std::isfinite(mean->value[0])) << name;
      EXPECT_TRUE(std::isfinite(mean->noise_std[0]) && mean->noise_std[0] >= 0) << name;
      EXPECT_EQ(mean->receipt.total(), 8) << name;
    }
  for (const UniversalOptions &options : {published, tuned}) {
    SeededBits bits(7);
    const auto of = [&](const Numbers &cells) {
      return universal_mean(one_column(cells), epsilon("8"), bits, options, alone)->value[0];
    };
    EXPECT_NEAR(of(Numbers(400, 7.25)), 7.25, 1e-9);
    // So many, as nobody expects numbers this small: the prior of the tuned version has to be outvoted.
    EXPECT_NEAR(of(Numbers(4000, missing_cell)), 0, 1e-5);
    const Numbers once = odd_columns()[7].second;
    Numbers denormals;
    for (int i = 0; i < 10; ++i) denormals.insert(denormals.end(), once.begin(), once.end());
    EXPECT_LE(std::fabs(of(denormals)), 1e-300);
  }
}

TEST(UniversalMean, WholeNumbersOfAllSixtyFourBitsAreNumbersLikeOthers) {
  std::vector<std::int64_t> cells;
  for (int i = 0; i < 400; ++i)
    cells.push_back(i % 2 == 0 ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max());
  for (const UniversalOptions &options : {published, tuned}) {
    SeededBits bits(8);
    const auto mean = universal_mean(Table::dense({"x"}, cells).value(), epsilon("8"), bits, options, alone);
    ASSERT_TRUE(mean);
    EXPECT_LE(std::fabs(mean->value[0]), 1e19);
  }
}

// Nothing is spent, and no bit drawn of the data: the same words for every table of that size.
TEST(UniversalMean, TooFewRowsAreAnErrorThatNamesHowMany) {
  for (const UniversalOptions &options : {published, tuned}) {
    SeededBits bits(9);
    const auto two = universal_mean(one_column({1, 2}), epsilon("1"), bits, options, alone);
    ASSERT_FALSE(two);
    EXPECT_EQ(two.error().kind, ErrorKind::bad_input);
    EXPECT_NE(two.error().wrong.find("needs at least"), std::string::npos) << two.error().wrong;
    const auto other = universal_mean(one_column({1e9, -4}), epsilon("1"), bits, options, alone);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().wrong, two.error().wrong);
    EXPECT_FALSE(universal_mean(one_column({1, 2}), rho("1"), bits, options, alone));
  }
}

TEST(UniversalMean, WrongOptionsAreErrors) {
  SeededBits bits(10);
  const Table table = one_column(numbers(1000, 0, 1, 1));
  for (const UniversalOptions &options :
       {UniversalOptions{.beta = 0}, UniversalOptions{.beta = 1}, UniversalOptions{.bucket = 2000}})
    EXPECT_EQ(universal_mean(table, epsilon("1"), bits, options, alone).error().kind,
              ErrorKind::bad_parameter);
}

} // namespace universal_mean_test
} // namespace poise::internal
