// Recursive quantiles: the code against its exact law, ranks as promised, ties, edges, receipts.
#include "poise/mechanism/recursive_quantiles.h"

#include "aggregate/any_rows.h"
#include "mechanism/recursive_law.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/mechanism/share_search.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace recursive_quantiles_test {

using Quantiles = std::vector<Rational>;

Grant<Epsilon> grant(const char *epsilon) { return Grant<Epsilon>::open(Epsilon::parse(epsilon).value()); }
Grant<Rho> rho_grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

SortedColumns column(const std::vector<std::int64_t> &cells, std::int64_t bound, std::size_t columns = 1) {
  const Plain plain{columns, cells, Grid::of(0, bound).value()};
  return SortedColumns::of(*on_grid(dense_table(plain), plain.grid).value()).value();
}

// 1/parts, 2/parts, …
Quantiles equally_spaced(unsigned parts) {
  Quantiles quantiles;
  for (unsigned i = 1; i < parts; ++i) quantiles.push_back(ratio(i, parts));
  return quantiles;
}

const std::vector<Quantiles> lists = {{ratio(1, 3)},
                                      {ratio(1, 3), ratio(2, 3)},
                                      {ratio(1, 4), ratio(1, 2), ratio(3, 4)},
                                      {0, ratio(1, 10), ratio(7, 8)}};

// Outcomes as numbers: 3 values a quantile.
std::int64_t numbered(const std::vector<long> &outcome) {
  std::int64_t number = 0;
  for (const long value : outcome) number = 3 * number + value + 1;
  return number;
}

template <class Unit, class Draw>
void expect_law(const std::vector<int> &cells, const Quantiles &quantiles, const Unit &budget, Draw draw) {
  const auto counts = statistical::count(10'000, [&] {
    const std::vector<std::int64_t> found = draw();
    return numbered({found.begin(), found.end()});
  });
  const auto mass = [&](long double more) {
    std::map<std::int64_t, double> masses;
    for (const auto &[outcome, chance] : jittered_law(cells, RecursiveAsked::of(quantiles, budget, more), 1,
                                                      jitter_bits(1, cells.size(), quantiles.size())))
      masses[numbered(outcome)] = static_cast<double>(chance);
    return [masses](std::int64_t number) { return masses.contains(number) ? masses.at(number) : 0.0; };
  };
  EXPECT_EQ(statistical::misfit(counts, mass(1), 0, 26), "");
  EXPECT_NE(statistical::misfit(counts, mass(1.5L), 0, 26), "");
}

// Ties, gaps and edges, with all jitters of two bits a row. False alarm at most 1e-6 each
// (goodness_of_fit.h).
const std::vector<std::vector<int>> small_columns = {{-1, 0, 1}, {0, 0, 0}, {-1, -1, 1}, {-1, 0}};

TEST(RecursiveQuantiles, OutcomesHaveTheLawOfTheDefinition) {
  const Epsilon epsilon = Epsilon::parse("5").value();
  SeededBits bits(41, 1);
  for (const std::vector<int> &cells : small_columns)
    for (const Quantiles &quantiles : lists) {
      const SortedColumns sorted = column({cells.begin(), cells.end()}, 1);
      expect_law(cells, quantiles, epsilon, [&] {
        return recursive_quantiles(sorted, quantiles, grant("5"), bits).value().value().values;
      });
    }
}

TEST(RecursiveQuantiles, WithRhoOutcomesHaveTheLawOfTheDefinition) {
  const Rho rho = Rho::parse("2").value();
  SeededBits bits(41, 2);
  for (const std::vector<int> &cells : small_columns)
    for (const Quantiles &quantiles : lists) {
      const SortedColumns sorted = column({cells.begin(), cells.end()}, 1);
      expect_law(cells, quantiles, rho, [&] {
        return recursive_quantiles(sorted, quantiles, rho_grant("2"), bits).value().value().values;
      });
    }
}

// Whatever is looked at one by one, and where: at the ends, among ties, in no rows at all. False alarm at
// most 1e-6 each (goodness_of_fit.h).
TEST(RecursiveQuantiles, WhatIsLookedAtLaterHasTheSameLaw) {
  std::uint64_t stream = 0;
  for (const OrderedCells &cells : {OrderedCells{-4, -4, -2, 0, 0, 0, 1, 3, 5}, OrderedCells{2, 2, 2, 2}, {}})
    for (const std::uint64_t part : {0U, 1U, 3U, 4U})
      for (const std::uint64_t near : {1U, 2U, 100U}) {
        const std::vector<std::int64_t> rows(cells.begin(), cells.end());
        const auto law = [&](long double rate) {
          const RecursiveAsked asked{{static_cast<long double>(part) / 4}, {rate}};
          return [masses = whole_search(cells, asked, -5, 6).law(asked)](std::int64_t y) {
            return static_cast<double>(masses.at(static_cast<std::size_t>(y + 5)));
          };
        };
        SeededBits bits(42, ++stream);
        const auto drawn = statistical::count(10'000, [&] {
          return draw_at_share(rows, -5, 6, {part, 4, ratio(1, 3)}, near, bits);
        });
        EXPECT_EQ(statistical::misfit(drawn, law(1 / 3.0L), -5, 6), "");
        if (!rows.empty()) {
          EXPECT_NE(statistical::misfit(drawn, law(1.4L / 3), -5, 6), "");
        }
      }
}

// The whole search is as it says: rates of 1/30 look at 3841 rows on either side.
TEST(RecursiveQuantiles, WhatIsLookedAtLaterMattersLittle) {
  EXPECT_EQ(rows_that_matter(ratio(1, 30)), 3841U);
  EXPECT_EQ(rows_that_matter(1000), 2U);
  EXPECT_EQ(rows_that_matter(ratio(1, power_of_two(32))), (std::uint64_t{1} << 39) + 1);
}

// At every level a row is in two searches, or in one before and after, or in one that is alone.
TEST(RecursiveQuantiles, TheRatesSpendTheBudgetAndNoMore) {
  for (const Quantiles &quantiles :
       {lists[0], lists[1], lists[2], lists[3], equally_spaced(10), equally_spaced(100)}) {
    const Rational epsilon = 3, rho = ratio(1, 7);
    const auto pure = recursive_steps(quantiles, Epsilon::of(epsilon).value()).value();
    const auto zcdp = recursive_steps(quantiles, Rho::of(rho).value()).value();
    const auto levels = static_cast<unsigned>(std::bit_width(quantiles.size()));
    for (std::size_t i = 0; i < quantiles.size(); ++i) {
      const Rational share = ratio(to_integer(pure[i].part), to_integer(pure[i].whole));
      const Rational width = 2 * std::max(share, Rational(1 - share));
      const Rational crossing = (pure[i].alone ? 1 : 2) * width * pure[i].rate, staying = 2 * pure[i].rate;
      EXPECT_LE(std::max(crossing, staying), epsilon / levels);
      EXPECT_GT(std::max(crossing, staying) * ratio(1001, 1000), epsilon / levels);
      const Rational squared = zcdp[i].rate * zcdp[i].rate;
      const Rational crossing_rho = (zcdp[i].alone ? 1 : 2) * width * width * squared / 8,
                     staying_rho = squared / 2;
      EXPECT_LE(std::max(crossing_rho, staying_rho), rho / levels);
      EXPECT_GT(std::max(crossing_rho, staying_rho) * ratio(1001, 1000), rho / levels);
      EXPECT_LT(pure[i].level, levels);
    }
  }
}

TEST(RecursiveQuantiles, OneQuantileHasNoMoreNoiseThanTheExponentialMechanism) {
  for (const Rational &quantile : {Rational(0), ratio(1, 2), ratio(99, 100)}) {
    const Epsilon epsilon = Epsilon::parse("0.7").value();
    const Rho rho = Rho::parse("0.7").value();
    EXPECT_EQ(recursive_steps(Quantiles{quantile}, epsilon).value()[0].rate, *quantile_rate(1, epsilon));
    EXPECT_EQ(recursive_steps(Quantiles{quantile}, rho).value()[0].rate, *quantile_rate(1, rho));
  }
  EXPECT_EQ(jitter_bits(1000, 1000, 1), 0U);
}

TEST(RecursiveQuantiles, SharesAreThoseBetweenTheQuantilesAround) {
  const auto steps =
      recursive_steps(Quantiles{ratio(1, 10), ratio(1, 2), ratio(9, 10)}, Epsilon::parse("1").value())
          .value();
  EXPECT_EQ(steps[1].level, 0U);
  EXPECT_TRUE(steps[1].alone);
  EXPECT_EQ(std::pair(steps[1].part, steps[1].whole), std::pair(std::uint64_t{1}, std::uint64_t{2}));
  EXPECT_EQ(steps[0].level, 1U);
  EXPECT_FALSE(steps[0].alone);
  EXPECT_EQ(std::pair(steps[0].part, steps[0].whole), std::pair(std::uint64_t{1}, std::uint64_t{5}));
  EXPECT_EQ(std::pair(steps[2].part, steps[2].whole), std::pair(std::uint64_t{4}, std::uint64_t{5}));
  // Others are the nearest of 2^16.
  const auto odd = recursive_steps(Quantiles{ratio(33'333, 100'003)}, Epsilon::parse("1").value()).value()[0];
  EXPECT_LE(odd.whole, 65'536U);
  EXPECT_LE(abs(ratio(to_integer(odd.part), to_integer(odd.whole)) - ratio(33'333, 100'003)),
            ratio(1, 131'072));
}

// A column that looks normal, with ties for every third seed.
std::vector<std::int64_t> normal_looking(std::uint64_t seed, std::size_t rows) {
  SeededBits dice(91, seed);
  std::vector<std::int64_t> cells(rows);
  for (std::int64_t &cell : cells) {
    for (int i = 0; i < 12; ++i) cell += static_cast<std::int64_t>(dice.word() % 20'001) - 10'000;
    if (seed % 3 == 0) cell /= 20'000;
  }
  return cells;
}

void expect_near(const std::vector<std::int64_t> &cells, const Quantiles &quantiles,
                 const std::vector<std::int64_t> &found, const Integer &most) {
  ASSERT_EQ(found.size(), quantiles.size());
  EXPECT_TRUE(std::ranges::is_sorted(found));
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Rational rank = quantiles[i] * Rational(Integer(cells.size()));
    const auto at_or_below = std::ranges::count_if(cells, [&](auto cell) { return cell <= found[i]; });
    const auto below = std::ranges::count_if(cells, [&](auto cell) { return cell < found[i]; });
    EXPECT_GE(Rational(at_or_below + most), rank);
    EXPECT_LE(Rational(below - most), rank);
  }
}

// False alarm: at most 60 * 1e-9, from beta.
TEST(RecursiveQuantiles, NoValueIsFurtherOffInRankThanWasSaid) {
  constexpr std::size_t rows = 5000;
  constexpr std::int64_t bound = 120'000;
  const Rational beta = ratio(1, 1'000'000'000);
  const Epsilon epsilon = Epsilon::parse("10").value();
  const Rho rho = Rho::parse("2").value();
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto cells = normal_looking(seed, rows);
    const SortedColumns sorted = column(cells, bound);
    for (const Quantiles &quantiles : {lists[1], lists[3], equally_spaced(20)}) {
      SeededBits bits(92, seed);
      const Integer most = *recursive_rank_error(2 * bound + 1, quantiles.size(), rows, epsilon, beta);
      EXPECT_LT(most, rows / 3); // says something
      expect_near(cells, quantiles, recursive_quantiles(sorted, quantiles, grant("10"), bits)->value().values,
                  most);
      const Integer most_rho = *recursive_rank_error(2 * bound + 1, quantiles.size(), rows, rho, beta);
      EXPECT_LT(most_rho, rows / 3);
      expect_near(cells, quantiles,
                  recursive_quantiles(sorted, quantiles, rho_grant("2"), bits)->value().values, most_rho);
    }
  }
}

TEST(RecursiveQuantiles, TheRankErrorIsThatOfTheExponentialMechanismForOneAndNeverMoreThanAllRows) {
  const Rational beta = ratio(1, 1000);
  const Epsilon epsilon = Epsilon::parse("1").value();
  const Integer one = *recursive_rank_error(2001, 1, 100'000, epsilon, beta);
  EXPECT_GE(one, *quantile_rank_error(2001, 1, epsilon, beta));
  EXPECT_LE(one, *quantile_rank_error(2001, 1, epsilon, beta) + 3); // half of beta, and shares rounded
  EXPECT_LT(one, *recursive_rank_error(2001, 2, 100'000, epsilon, beta));
  EXPECT_EQ(*recursive_rank_error(2001, 99, 50, epsilon, beta), 50);
  EXPECT_FALSE(recursive_rank_error(2001, 9, 50, Epsilon::parse("1e-30").value(), beta));
  EXPECT_FALSE(recursive_rank_error(2001, 9, 50, Rho::parse("1e-60").value(), beta));
}

// A wrong value is off by at least 4% of 1000 rows at rates of more than 2: a chance below 1e-20 each.
TEST(RecursiveQuantiles, TiedRowsAreFoundForEveryQuantileTheyHold) {
  std::vector<std::int64_t> cells(1000, 7);
  for (const bool some_differ : {false, true}) {
    if (some_differ) {
      std::fill_n(cells.begin(), 5, -900);
      std::fill_n(cells.end() - 5, 5, 900);
    }
    const SortedColumns sorted = column(cells, 1000);
    SeededBits bits(3);
    EXPECT_EQ(recursive_quantiles(sorted, equally_spaced(10), grant("100"), bits).value().value().values,
              std::vector<std::int64_t>(9, 7));
    EXPECT_EQ(recursive_quantiles(sorted, equally_spaced(10), rho_grant("200"), bits).value().value().values,
              std::vector<std::int64_t>(9, 7));
  }
}

TEST(RecursiveQuantiles, OutcomesNeverFallHoweverLittleTheBudget) {
  SeededBits bits(4);
  for (const std::vector<std::int64_t> &cells :
       {std::vector<std::int64_t>{3, -4}, {5, 5, 5}, {-100, 100, 0, 0, 1}, {42}})
    for (int i = 0; i < 200; ++i) {
      const auto found = recursive_quantiles(column(cells, 100), equally_spaced(8), grant("0.1"), bits)
                             .value()
                             .value()
                             .values;
      EXPECT_TRUE(std::ranges::is_sorted(found));
      EXPECT_GE(found.front(), -100);
      EXPECT_LE(found.back(), 100);
    }
}

TEST(RecursiveQuantiles, TheWidestGridIsNoTrouble) {
  const std::int64_t bound = Grid::largest_bound;
  std::vector<std::int64_t> cells(3000, bound);
  std::fill_n(cells.begin(), 1500, -bound);
  SeededBits bits(5);
  EXPECT_EQ(recursive_quantiles(column(cells, bound), lists[2], grant("50"), bits).value().value().values[0],
            -bound);
  EXPECT_EQ(recursive_quantiles(column(cells, bound), lists[2], grant("50"), bits).value().value().values[2],
            bound);
  const std::int64_t narrower = std::int64_t{1} << 50; // eleven bits of jitter
  EXPECT_EQ(jitter_bits(narrower, 3000, 3), 10U);
  EXPECT_EQ(recursive_quantiles(column(std::vector<std::int64_t>(3000, narrower), narrower), lists[2],
                                grant("50"), bits)
                .value()
                .value()
                .values,
            std::vector<std::int64_t>(3, narrower));
}

TEST(RecursiveQuantiles, TheReceiptHoldsTheWholeGrantAndNothingElse) {
  SeededBits seeded(6);
  SystemBits system;
  const SortedColumns sorted = column({1, 2, 3}, 5);
  const auto pure = recursive_quantiles(sorted, lists[2], grant("1/3"), seeded, "ages").value();
  EXPECT_EQ(pure.receipt().total(), ratio(1, 3));
  ASSERT_EQ(pure.receipt().steps().size(), 1U);
  EXPECT_EQ(pure.receipt().steps()[0].name, "ages");
  EXPECT_FALSE(pure.is_private());
  const auto zcdp = recursive_quantiles(sorted, lists[2], rho_grant("1/7"), system).value();
  EXPECT_EQ(zcdp.receipt().total(), ratio(1, 7));
  ASSERT_EQ(zcdp.receipt().steps().size(), 1U);
  EXPECT_EQ(zcdp.receipt().steps()[0].name, "quantiles");
  EXPECT_TRUE(zcdp.is_private());
}

TEST(RecursiveQuantiles, ABudgetTooSmallIsRefusedBeforeItIsSpent) {
  SeededBits bits(7);
  const SortedColumns sorted = column({1, 2, 3}, 5);
  EXPECT_EQ(recursive_quantiles(sorted, lists[2], grant("1e-30"), bits).error().kind,
            ErrorKind::bad_parameter);
  EXPECT_EQ(recursive_quantiles(sorted, lists[2], rho_grant("1e-30"), bits).error().kind,
            ErrorKind::bad_parameter);
}

TEST(RecursiveQuantiles, OneColumnAndQuantilesThatRise) {
  SeededBits bits(8);
  const auto ask = [&](const Quantiles &quantiles, std::size_t columns) {
    (void)recursive_quantiles(column({1, 2, 3, 4}, 5, columns), quantiles, grant("1"), bits);
    (void)recursive_quantiles(column({1, 2, 3, 4}, 5, columns), quantiles, rho_grant("1"), bits);
  };
  EXPECT_THROW(ask({ratio(1, 2)}, 2), std::logic_error);
  EXPECT_THROW(ask({}, 1), std::logic_error);
  EXPECT_THROW(ask({ratio(1, 2), ratio(1, 2)}, 1), std::logic_error);
  EXPECT_THROW(ask({ratio(1, 2), ratio(1, 3)}, 1), std::logic_error);
  EXPECT_THROW(ask({-1}, 1), std::logic_error);
  EXPECT_THROW(ask({ratio(3, 2)}, 1), std::logic_error);
  EXPECT_NO_THROW(ask({0, 1}, 1));
}

} // namespace recursive_quantiles_test
} // namespace poise::internal
