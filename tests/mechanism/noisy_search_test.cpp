// The noisy search: its rank error is what it said beforehand, its receipt is the grant, odd data are no
// error.
#include "poise/mechanism/noisy_search.h"

#include "aggregate/any_rows.h"
#include "mechanism/ranks.h"
#include "poise/aggregate/exact/norm_histogram.h"
#include "poise/aggregate/exact/pooled_histogram.h"
#include "poise/aggregate/geometric_grid.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace noisy_search_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

std::shared_ptr<const GridRows> rows_of(const Plain &plain) {
  return on_grid(dense_table(plain), plain.grid).value();
}

TEST(NoisySearch, HalvingsAreAsManyAsAreNeeded) {
  EXPECT_EQ(halvings(1), 0U);
  EXPECT_EQ(halvings(2), 1U);
  EXPECT_EQ(halvings(3), 2U);
  EXPECT_EQ(halvings(4), 2U);
  EXPECT_EQ(halvings(5), 3U);
  EXPECT_EQ(halvings(power_of_two(63) + 1), 64U);
}

// s2 = T d / (2 rho) and e = sqrt(2 s2 ln(2 T d / beta)), rounded up: numbers worked out by hand.
TEST(NoisySearch, TheRankErrorIsThatOfTheUnionBound) {
  const Rho half = Rho::parse("0.5").value();
  EXPECT_EQ(search_rank_error(1024, 1, half, ratio(1, 10)), Integer(11)); // sqrt(2 * 10 * ln 200) = 10.29
  EXPECT_EQ(search_rank_error(1, 5, half, ratio(1, 10)), Integer(0));     // nothing to decide
  EXPECT_FALSE(search_rank_error(1024, 1, Rho::parse("1e-70").value(), ratio(1, 10)));
}

// False alarm: at most 60 * 1e-9, from beta.
TEST(NoisySearch, NoValueIsFurtherOffInRankThanWasSaid) {
  const Rational beta = ratio(1, 1'000'000'000);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const RankTrial trial(seed);
    SeededBits bits(78, seed);
    const auto found = noisy_column_quantiles(rows_of(trial.plain), trial.rank, grant("0.2"), bits).value();
    EXPECT_EQ(found.receipt().total(), ratio(1, 5));
    trial.expect_near(found.value().values,
                      *search_rank_error(2001, trial.plain.columns, Rho::parse("0.2").value(), beta));
  }
}

TEST(NoisySearch, ConstantColumnsAndTheEdgesOfTheGridAreFound) {
  for (const std::int64_t bound : {std::int64_t{1}, std::int64_t{1000}, Grid::largest_bound})
    for (const std::int64_t cell : {-bound, std::int64_t{0}, bound}) {
      const Plain plain{2, std::vector<std::int64_t>(2000, cell), Grid::of(0, bound).value()};
      SeededBits bits(1);
      const auto found = noisy_column_quantiles(rows_of(plain), 500, grant("10"), bits).value();
      EXPECT_EQ(found.value().values, (std::vector<std::int64_t>{cell, cell}));
    }
}

// Counts of d columns move by sqrt(d) a step: s2 = T d / (2 rho), and T m^2 / (2 rho) for a radius, rounded
// up.
TEST(NoisySearch, TheVarianceIsWhatAllStepsTogetherAskFor) {
  SeededBits bits(1);
  for (const std::size_t columns : {1U, 3U, 10U}) {
    const Plain plain{columns, std::vector<std::int64_t>(columns),
                      Grid::of(0, 500).value()}; // 1001 numbers, 10 steps
    const auto found = noisy_column_quantiles(rows_of(plain), 1, grant("0.3"), bits).value();
    EXPECT_EQ(found.value().noise_variance, ceil(Rational(Integer(10 * columns)) / ratio(6, 10)));
  }
  const Plain plain{7, std::vector<std::int64_t>(7), Grid::of(0, 100'000).value()};
  const GeometricGrid radii = GeometricGrid::up_to(100'000, 64);
  const unsigned steps = halvings(Integer(radii.radii().size()));
  const auto norms = NormHistogram::of(*rows_of(plain), Norm::l2, radii).value();
  EXPECT_EQ(noisy_radius(norms, 1, grant("0.3"), bits).value().value().noise_variance,
            ceil(Rational(Integer(steps)) / ratio(6, 10)));
  const auto pooled = PooledHistogram::of(*rows_of(plain), radii).value(); // one row moves these by seven
  EXPECT_EQ(noisy_radius(pooled, 1, grant("0.3"), bits).value().value().noise_variance,
            ceil(Rational(Integer(49 * steps)) / ratio(6, 10)));
}

TEST(NoisySearch, ARadiusHoldsAboutAsManyRowsAsWereAskedFor) {
  Plain plain{1, {}, Grid::of(0, 100'000).value()};
  for (std::int64_t i = 1; i <= 10'000; ++i) plain.cells.push_back(i % 2 == 0 ? i : -i);
  const GeometricGrid radii = GeometricGrid::up_to(100'000, 128);
  const auto counts = NormHistogram::of(*rows_of(plain), Norm::l2, radii).value();
  SeededBits bits(5);
  const auto found = noisy_radius(counts, 9000, grant("1"), bits).value();
  const Integer &radius = radii.radii()[found.value().index];
  EXPECT_GE(radius, 8900);
  EXPECT_LE(radius, 11'000); // one step of the grid above
  EXPECT_EQ(found.receipt().total(), 1);
}

TEST(NoisySearch, ABudgetTooSmallIsRefusedBeforeItIsSpent) {
  const Plain plain{1, {1, 2, 3}, Grid::of(0, 9).value()};
  SeededBits bits(1);
  EXPECT_EQ(noisy_column_quantiles(rows_of(plain), 1, grant("1e-70"), bits).error().kind,
            ErrorKind::bad_parameter);
}

} // namespace noisy_search_test
} // namespace poise::internal
