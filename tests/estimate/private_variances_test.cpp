// Private variances: near the true ones with much budget, honest about their cost, calm in odd cases.
#include "poise/estimate/plan/private_variances.h"

#include "aggregate/any_rows.h"
#include "mechanism/quantile_law.h"
#include "mechanism/small_tables.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace private_variances_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

// Nearly normal cells on a grid of integers, column j with standard deviation stds[j] around 1000 j.
std::shared_ptr<const GridRows> bells(std::size_t rows, const std::vector<double> &stds, std::uint64_t seed) {
  SeededBits dice(seed);
  Plain plain{stds.size(), {}, Grid::of(0, 1 << 24).value()};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < stds.size(); ++j) {
      double sum = -6;
      for (int k = 0; k < 12; ++k) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
      plain.cells.push_back(
          static_cast<std::int64_t>(std::llround(1000.0 * static_cast<double>(j) + stds[j] * sum)));
    }
  return on_grid(dense_table(plain), plain.grid).value();
}

// The medians of chi-squared over k with k degrees: 0.45494, 0.83918 and 0.95861, from tables.
TEST(PrivateVariances, TheMedianOfAMeanSquareIsNearItsTrueValue) {
  EXPECT_NEAR(median_of_mean_square(1), 0.45494, 0.016);
  EXPECT_NEAR(median_of_mean_square(4), 0.83918, 0.004);
  EXPECT_NEAR(median_of_mean_square(16), 0.95861, 0.0005);
}

TEST(PrivateVariances, AreNearTheTrueOnesWhereverTheColumnsLie) {
  const std::vector<double> stds = {100, 5000, 30, 200'000};
  for (const std::size_t k : {1U, 2U, 4U}) {
    SeededBits bits(k);
    const auto found = private_variances(bells(40'000, stds, 1), k, grant("1"), bits).value();
    for (std::size_t j = 0; j < stds.size(); ++j)
      EXPECT_NEAR(std::sqrt(found.values[j]) / stds[j], 1, 0.06) << k << " " << j;
  }
}

TEST(PrivateVariances, SpendTheGrantAsVariance) {
  SeededBits bits(1);
  const auto found = private_variances(bells(100, {10, 20}, 2), 1, grant("1/7"), bits).value();
  EXPECT_EQ(found.receipt.total(), ratio(1, 7));
  ASSERT_EQ(found.receipt.steps().size(), 1U);
  EXPECT_EQ(found.receipt.steps()[0].name, "variance");
  EXPECT_FALSE(found.is_private);
}

// Rows come in equal pairs: neighbours of the file would show no spread at all, a random order does.
TEST(PrivateVariances, GroupRowsInAnOrderOfTheirOwn) {
  Plain plain{1, {}, Grid::of(0, 1 << 20).value()};
  for (int i = 0; i < 4000; ++i) plain.cells.push_back(i / 2 % 100 * 100);
  SeededBits bits(3);
  const auto found =
      private_variances(on_grid(dense_table(plain), plain.grid).value(), 1, grant("1"), bits).value();
  EXPECT_GT(std::sqrt(found.values[0]), 1000);
}

TEST(PrivateVariances, OddColumnsAreNoErrorAndTooFewRowsAre) {
  for (const std::int64_t cell : {0, 7, -1000}) {
    SeededBits bits(4);
    const Plain plain{2, std::vector<std::int64_t>(6, cell), Grid::of(0, 1000).value()};
    const auto rows = on_grid(dense_table(plain), plain.grid).value();
    const auto found = private_variances(rows, 1, grant("0.01"), bits).value();
    for (const double variance : found.values) EXPECT_TRUE(variance >= 0 && std::isfinite(variance));
    EXPECT_FALSE(private_variances(rows, 2, grant("1"), bits));
  }
}

// The spread of a group of 2 k cells.
int spread(std::span<const int> cells, std::size_t k) {
  int squares = 0;
  for (std::size_t i = 0; i < 2 * k; i += 2) squares += (cells[i] - cells[i + 1]) * (cells[i] - cells[i + 1]);
  return static_cast<int>(isqrt(Integer(squares) / Integer(k)).get_si());
}

// The exact law of a column's median spread: every order is as likely as any other.
QuantileLaw law_of(const small::Cells &column, int bound, std::size_t k, long double rate) {
  std::vector<std::size_t> order(column.size());
  std::iota(order.begin(), order.end(), 0U);
  QuantileLaw law;
  long double orders = 0;
  do {
    std::vector<int> cells, spreads;
    for (const std::size_t i : order) cells.push_back(column[i]);
    for (std::size_t first = 0; first + 2 * k <= cells.size(); first += 2 * k)
      spreads.push_back(spread(std::span<const int>(cells).subspan(first), k));
    const long middle = (static_cast<long>(spreads.size()) + 1) / 2;
    for (const auto &[y, mass] : quantile_law(spreads, 2 * bound, middle, rate)) law[y] += mass;
    ++orders;
  } while (std::next_permutation(order.begin(), order.end()));
  for (auto &[y, mass] : law) mass /= orders;
  return law;
}

// All small columns, all neighbours: pairing and all, no two are told apart by more than rho. Without the
// pairing's argument, one row in two groups, it would be four times that.
TEST(PrivateVariances, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  struct Shape {
    std::size_t rows, k;
    int bound;
  };
  for (const Shape &shape : {Shape{4, 1, 1}, Shape{5, 1, 1}, Shape{5, 2, 1}, Shape{3, 1, 2}})
    for (const char *text : {"0.1", "2"}) {
      const Rho rho = Rho::parse(text).value();
      const auto rate = static_cast<long double>(quantile_rate(1, rho)->get_d());
      const auto tables = small::all_tables(shape.rows, shape.bound);
      std::vector<QuantileLaw> laws;
      for (const small::Cells &table : tables) laws.push_back(law_of(table, shape.bound, shape.k, rate));
      for (std::size_t a = 0; a < tables.size(); ++a)
        for (std::size_t b = 0; b < tables.size(); ++b) {
          if (!small::neighbours(tables[a], tables[b], 1)) continue;
          for (const long double alpha : {1.01L, 2.0L, 5.0L, 30.0L})
            ASSERT_LE(renyi(laws[a], laws[b], alpha),
                      alpha * static_cast<long double>(rho.display()) * (1 + 1e-9L));
        }
    }
}

// The code follows that law. Outcomes are told by their variance, where all medians up to zero are one. False
// alarm at most 1e-6 each (goodness_of_fit.h).
TEST(PrivateVariances, OutcomesHaveTheLawOfTheAlgorithm) {
  const small::Cells column = {-3, 0, 1, 3, 3, -2};
  const Plain plain{1, {column.begin(), column.end()}, Grid::of(0, 3).value()};
  const auto rows = on_grid(dense_table(plain), plain.grid).value();
  const auto rate = static_cast<long double>(quantile_rate(1, Rho::parse("1").value())->get_d());
  for (const std::size_t k : {1U, 2U}) {
    SeededBits bits(20, k);
    const auto counts = statistical::count(50'000, [&] {
      const double variance = private_variances(rows, k, grant("1"), bits).value().values[0];
      return std::lround(std::sqrt(variance * 2 * median_of_mean_square(k)));
    });
    const auto mass = [&](long double at) {
      QuantileLaw merged;
      for (const auto &[y, chance] : law_of(column, 3, k, at)) merged[std::max<std::int64_t>(0, y)] += chance;
      return [merged](std::int64_t y) { return static_cast<double>(merged.at(y)); };
    };
    EXPECT_EQ(statistical::misfit(counts, mass(rate), 0, 6), "");
    EXPECT_NE(statistical::misfit(counts, mass(rate * 1.3L), 0, 6), "");
  }
}

// Normal columns: the quantile 0.841 is one standard deviation above the mean; 0.75 and 0.9 are when told how
// many. The grant is spent as variance.
TEST(DirectVariances, AreRightWhereTheQuantileIs) {
  SeededBits dice(5);
  Plain plain{2, {}, Grid::of(0, 1 << 20).value()};
  for (std::size_t i = 0; i < 20'000; ++i)
    for (const double std : {1000.0, 30.0}) {
      double sum = -6;
      for (int j = 0; j < 12; ++j) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
      plain.cells.push_back(std::lround(5000 + std * sum));
    }
  const auto rows = on_grid(dense_table(plain), plain.grid).value();
  const std::vector<std::int64_t> centre = {5000, 5000};
  const auto found = [&](const Rational &quantile, double stds) {
    SeededBits bits(6);
    return direct_variances(*rows, centre, {quantile, stds}, grant("1/3"), bits).value();
  };
  for (const auto &[quantile, stds] :
       {std::pair{ratio(841, 1000), 1.0}, std::pair{ratio(3, 4), 0.6745}, std::pair{ratio(9, 10), 1.2816}}) {
    const auto variances = found(quantile, stds);
    EXPECT_NEAR(std::sqrt(variances.values[0]), 1000, 40);
    EXPECT_NEAR(std::sqrt(variances.values[1]), 30, 2);
    EXPECT_EQ(variances.receipt.total(), ratio(1, 3));
    EXPECT_EQ(variances.receipt.steps()[0].name, "variance");
  }
  EXPECT_NEAR(std::sqrt(found(ratio(3, 4), 1).values[0]), 674, 30); // as published
  EXPECT_EQ(found(ratio(1, 10), 1).values[0], 0);                   // below the centre
  SeededBits bits(7);
  for (const Rational &quantile : {Rational(0), ratio(11, 10)})
    EXPECT_FALSE(direct_variances(*rows, centre, {quantile, 1}, grant("1"), bits));
  EXPECT_FALSE(direct_variances(*rows, centre, {ratio(1, 2), 0}, grant("1"), bits));
  EXPECT_THROW(
      (void)direct_variances(*rows, std::vector<std::int64_t>{1}, {ratio(1, 2), 1}, grant("1"), bits),
      std::logic_error);
}

} // namespace private_variances_test
} // namespace poise::internal
