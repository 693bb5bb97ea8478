// Quantiles by the exponential mechanism: exact laws on all small tables and neighbours, ranks as promised.
#include "poise/mechanism/exponential_quantile.h"

#include "aggregate/any_rows.h"
#include "mechanism/quantile_law.h"
#include "mechanism/ranks.h"
#include "mechanism/small_tables.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace exponential_quantile_test {

constexpr long double alphas[] = {1.01L, 1.5L, 2, 3, 5, 10, 30};

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

Grant<Epsilon> pure_grant(const char *epsilon) {
  return Grant<Epsilon>::open(Epsilon::parse(epsilon).value());
}

SortedColumns sorted(const Plain &plain) {
  return SortedColumns::of(*on_grid(dense_table(plain), plain.grid).value()).value();
}

// The largest of a loss between the laws of neighbours.
template <class Loss> long double worst_of(std::size_t rows, int bound, long double rate, Loss loss) {
  long double worst = 0;
  const auto tables = small::all_tables(rows, bound);
  for (long rank = 1; rank <= static_cast<long>(rows); ++rank) {
    std::vector<QuantileLaw> laws;
    for (const small::Cells &table : tables) laws.push_back(quantile_law(table, bound, rank, rate));
    for (std::size_t a = 0; a < tables.size(); ++a)
      for (std::size_t b = 0; b < tables.size(); ++b)
        if (small::neighbours(tables[a], tables[b], 1)) worst = std::max(worst, loss(laws[a], laws[b]));
  }
  return worst;
}

long double worst_loss(std::size_t rows, int bound, long double rate, long double alpha) {
  return worst_of(rows, bound, rate,
                  [&](const QuantileLaw &p, const QuantileLaw &q) { return renyi(p, q, alpha); });
}

TEST(ExponentialQuantile, TheRateSpendsNoMoreThanRho) {
  for (const char *text : {"0.1", "1/3", "2", "1e-9"})
    for (const std::size_t columns : {1U, 7U, 128U}) {
      const Rho rho = Rho::parse(text).value();
      const Rational rate = quantile_rate(columns, rho).value();
      const Rational all = rate * rate * Rational(Integer(columns)) / 2;
      EXPECT_LE(all, rho.exact());
      EXPECT_GT(all * ratio(1001, 1000), rho.exact());
    }
  EXPECT_FALSE(quantile_rate(1, Rho::parse("1e-20").value()));
}

TEST(ExponentialQuantile, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  for (const std::size_t columns : {1U, 3U})
    for (const auto &[rows, bound] : {std::pair{2U, 3}, std::pair{3U, 2}, std::pair{4U, 1}})
      for (const char *text : {"0.1", "1/3", "2"}) {
        const Rho rho = Rho::parse(text).value();
        const auto rate = static_cast<long double>(quantile_rate(columns, rho)->get_d());
        for (const long double alpha : alphas)
          EXPECT_LE(static_cast<long double>(columns) * worst_loss(rows, bound, rate, alpha),
                    alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L));
      }
}

// The check has teeth: the published code's sensitivity of max(q, 1 - q) would double the rate for a median.
TEST(ExponentialQuantile, TwiceTheRateWouldLoseMoreThanRho) {
  const Rho rho = Rho::parse("0.1").value();
  const auto rate = static_cast<long double>(quantile_rate(1, rho)->get_d());
  EXPECT_GT(worst_loss(3, 2, 2 * rate, 2), 2 * 0.1L);
}

TEST(ExponentialQuantile, TheRateSpendsNoMoreThanEpsilon) {
  for (const char *text : {"0.1", "1/3", "2", "1e-6"})
    for (const std::size_t columns : {1U, 7U, 128U}) {
      const Epsilon epsilon = Epsilon::parse(text).value();
      const Rational all = 2 * quantile_rate(columns, epsilon).value() * Rational(Integer(columns));
      EXPECT_LE(all, epsilon.exact());
      EXPECT_GT(all * ratio(11, 10), epsilon.exact());
    }
  EXPECT_FALSE(quantile_rate(1, Epsilon::parse("1e-10").value()));
}

TEST(ExponentialQuantile, NoPairOfNeighboursLosesMoreThanEpsilon) {
  for (const std::size_t columns : {1U, 3U})
    for (const auto &[rows, bound] : {std::pair{2U, 3}, std::pair{3U, 2}, std::pair{4U, 1}})
      for (const char *text : {"0.1", "1/3", "2", "8"}) {
        const Epsilon epsilon = Epsilon::parse(text).value();
        const auto rate = static_cast<long double>(quantile_rate(columns, epsilon)->get_d());
        EXPECT_LE(static_cast<long double>(columns) * worst_of(rows, bound, rate, log_ratio),
                  static_cast<long double>(epsilon.display()) * (1 + 1e-9L));
      }
}

// The check has teeth. One row moves from below a wide gap to above it: the gap, which has nearly all the
// weight, is one further from the third smallest, and the largest candidate one nearer to it.
TEST(ExponentialQuantile, ATenthMoreRateWouldLoseMoreThanEpsilon) {
  const auto loss = [](long double rate) {
    return log_ratio(quantile_law({-200, -200, 199, 199}, 200, 3, rate),
                     quantile_law({200, -200, 199, 199}, 200, 3, rate));
  };
  const auto rate = static_cast<long double>(quantile_rate(1, Epsilon::parse("1").value())->get_d());
  EXPECT_LE(loss(rate), 1 + 1e-9L);
  EXPECT_GT(loss(rate), 0.95L);
  EXPECT_GT(loss(1.1L * rate), 1.05L);
}

// The code follows the law above, ties and gaps and edges. False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(ExponentialQuantile, OutcomesHaveTheLawOfTheDefinition) {
  for (const std::vector<int> &column :
       {std::vector<int>{-3, -1, 0, 0, 2}, {5, 5, 5}, {-5, 5}, {0, 1, 2, 3}}) {
    const Plain plain{1, {column.begin(), column.end()}, Grid::of(0, 5).value()};
    const SortedColumns columns = sorted(plain);
    for (std::uint64_t rank = 1; rank <= column.size(); ++rank) {
      SeededBits bits(9, rank);
      const auto counts = statistical::count(40'000, [&] {
        return exponential_quantiles(columns, rank, grant("0.4"), bits).value().value().values[0];
      });
      const auto rate = static_cast<long double>(quantile_rate(1, Rho::parse("0.4").value())->get_d());
      const QuantileLaw law = quantile_law(column, 5, static_cast<long>(rank), rate);
      const QuantileLaw off = quantile_law(column, 5, static_cast<long>(rank), rate * 1.3L);
      EXPECT_EQ(statistical::misfit(
                    counts, [&](std::int64_t x) { return static_cast<double>(law.at(x)); }, -5, 5),
                "");
      EXPECT_NE(statistical::misfit(
                    counts, [&](std::int64_t x) { return static_cast<double>(off.at(x)); }, -5, 5),
                "");
    }
  }
}

// False alarm at most 1e-6 each (goodness_of_fit.h).
TEST(ExponentialQuantile, WithEpsilonOutcomesHaveTheLawOfTheDefinition) {
  const std::vector<int> column = {-3, -1, 0, 0, 2};
  const Plain plain{1, {column.begin(), column.end()}, Grid::of(0, 5).value()};
  const SortedColumns columns = sorted(plain);
  for (std::uint64_t rank = 1; rank <= column.size(); ++rank) {
    SeededBits bits(10, rank);
    const auto counts = statistical::count(40'000, [&] {
      return exponential_quantiles(columns, rank, pure_grant("1.8"), bits).value().value().values[0];
    });
    const auto mass = [&](long double rate) {
      return [law = quantile_law(column, 5, static_cast<long>(rank), rate)](std::int64_t x) {
        return static_cast<double>(law.at(x));
      };
    };
    EXPECT_EQ(statistical::misfit(counts, mass(0.9L), -5, 5), "");
    EXPECT_NE(statistical::misfit(counts, mass(0.9L * 1.3L), -5, 5), "");
  }
}

// False alarm: at most 60 * 1e-9, from beta.
TEST(ExponentialQuantile, WithEpsilonNoValueIsFurtherOffInRankThanWasSaid) {
  const Rational beta = ratio(1, 1'000'000'000);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RankTrial trial(seed);
    SeededBits bits(79, seed);
    const auto found = exponential_quantiles(sorted(trial.plain), trial.rank, pure_grant("3"), bits).value();
    EXPECT_EQ(found.receipt().total(), 3);
    const Integer most = *quantile_rank_error(2001, trial.plain.columns, Epsilon::parse("3").value(), beta);
    EXPECT_LT(most, 100); // says something about 500 rows
    trial.expect_near(found.value().values, most);
  }
  EXPECT_FALSE(quantile_rank_error(2001, 1, Epsilon::parse("1e-30").value(), beta));
}

// False alarm: at most 60 * 1e-9, from beta.
TEST(ExponentialQuantile, NoValueIsFurtherOffInRankThanWasSaid) {
  const Rational beta = ratio(1, 1'000'000'000);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RankTrial trial(seed);
    SeededBits bits(78, seed);
    const auto found = exponential_quantiles(sorted(trial.plain), trial.rank, grant("0.2"), bits).value();
    EXPECT_EQ(found.receipt().total(), ratio(1, 5));
    trial.expect_near(found.value().values,
                      *quantile_rank_error(2001, trial.plain.columns, Rho::parse("0.2").value(), beta));
  }
}

TEST(ExponentialQuantile, TheWidestGridAndRanksBeyondTheRowsAreNoTrouble) {
  const std::int64_t bound = Grid::largest_bound;
  const Plain plain{1, std::vector<std::int64_t>(3000, bound), Grid::of(0, bound).value()};
  SeededBits bits(1);
  EXPECT_EQ(exponential_quantiles(sorted(plain), 1500, grant("10"), bits).value().value().values[0], bound);
  EXPECT_EQ(exponential_quantiles(sorted(plain), 1'000'000, grant("10"), bits).value().receipt().total(), 10);
  EXPECT_EQ(exponential_quantiles(sorted(plain), 0, grant("10"), bits).value().receipt().total(), 10);
  EXPECT_EQ(exponential_quantiles(sorted(plain), 1, grant("1e-30"), bits).error().kind,
            ErrorKind::bad_parameter);
  EXPECT_EQ(exponential_quantiles(sorted(plain), 1500, pure_grant("10"), bits).value().value().values[0],
            bound);
  EXPECT_EQ(exponential_quantiles(sorted(plain), 1, pure_grant("1e-30"), bits).error().kind,
            ErrorKind::bad_parameter);
}

TEST(ExponentialQuantile, WithEpsilonTheReceiptHoldsTheWholeGrantAndNothingElse) {
  const Plain plain{2, {1, 2, 3, 4}, Grid::of(0, 5).value()};
  SeededBits bits(1);
  const auto found = exponential_quantiles(sorted(plain), 1, pure_grant("1/3"), bits, "middle").value();
  EXPECT_EQ(found.receipt().total(), ratio(1, 3));
  ASSERT_EQ(found.receipt().steps().size(), 1U);
  EXPECT_EQ(found.receipt().steps()[0].name, "middle");
  EXPECT_EQ(found.value().values.size(), 2U);
  EXPECT_FALSE(found.is_private());
}

} // namespace exponential_quantile_test
} // namespace poise::internal
