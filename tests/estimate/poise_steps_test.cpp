// The steps after places are found: spreads, the frame, radii, the model of norms, the last sum; each by
// itself.
#include "estimate/poise_tables.h"
#include "poise/estimate/poise/last_sum.h"
#include "poise/estimate/poise/radial_model.h"
#include "poise/estimate/poise/spreads.h"
#include "poise/estimate/poise/textbook_sum.h"

#include <gtest/gtest.h>
#include <numeric>

namespace poise::internal {
namespace poise_steps_test {

const std::vector<Draw> two_sizes = {[](Bits &dice) { return 10 + bell(dice); },
                                     [](Bits &dice) { return 500 + 40 * bell(dice); },
                                     [](Bits &dice) { return uniform(dice) < 0.2 ? 1 : 0; }};

Location about_right() { return {{10.3, 480, 0.06}, {2, 25, 1}, true}; }

TEST(FindSpreads, AreTheStandardDeviationsOfColumnsOfAllSizes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SeededBits bits(seed);
    PoiseRun poise = run_on(people_drawn(5000, two_sizes, seed), "0.5", bits);
    const KnownColumns known = full_columns(3, true);
    const auto spread = find_spreads(poise, about_right(), known).value();
    const double wanted[] = {1, 44.7, 0.42}; // around centres that are a little off
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(spread[j] / wanted[j], 1, 0.25) << j;
  }
}

TEST(FindSpreads, SeeAnAmountThatOneInTenHasThoughItIsFarOut) {
  const std::vector<Draw> draws = {
      [](Bits &dice) { return uniform(dice) < 0.9 ? 0 : 1000 + 100 * bell(dice); }};
  SeededBits bits(2);
  PoiseRun poise = run_on(people_drawn(5000, draws, 3), "0.5", bits);
  const auto spread = find_spreads(poise, {{0.1}, {1}, true}, full_columns(1, true)).value();
  EXPECT_GT(spread[0], 100);
  EXPECT_LT(spread[0], 1500);
}

TEST(Frame, GoesThereAndBackAndItsNoiseIsWhatItSays) {
  const Frame plain({1, 2, 3}, {2, 3, 4}, {1, 1, 2});
  const double third = 1 / std::sqrt(3.0);
  const Frame turned = plain.turned({third, third, third}, {0.25});
  const std::vector<double> x = {5, -7, 11};
  for (const Frame &frame : {plain, turned}) {
    const std::vector<double> back = frame.back(frame.into(x));
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(back[j], x[j], 1e-12);
    // The variance of column j for noise of variance 1 in all directions, one direction after the other.
    double error = 0;
    const double metric[] = {1, 1, 2};
    for (std::size_t j = 0; j < 3; ++j) {
      double variance = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        std::vector<double> unit(3);
        unit[k] = 1;
        variance += std::pow(frame.back(unit)[j], 2);
      }
      EXPECT_NEAR(frame.variance(j), variance, 1e-12 * variance);
      error += variance / (metric[j] * metric[j]);
    }
    EXPECT_NEAR(frame.noise_error(), error, 1e-12 * error);
  }
}

TEST(Turn, ShortensTheDirectionInWhichAllColumnsMoveTogether) {
  const std::vector<double> zeros(12, 0.0), ones(12, 1.0);
  SeededBits dice(4);
  std::vector<double> cells;
  for (int i = 0; i < 6000; ++i) {
    const double common = 5 * bell(dice);
    for (int j = 0; j < 12; ++j) cells.push_back(common + bell(dice));
  }
  SeededBits bits(5);
  PoiseRun poise = run_on(people_of(12, cells), "0.5", bits);
  const double spread = std::sqrt(26.0);
  const Recentred before{Frame(zeros, std::vector<double>(12, spread), std::vector<double>(12, spread)),
                         12,
                         1e-3,
                         std::vector<double>(12, spread),
                         {}};
  const Recentred after = turn(poise, before).value();
  // Error is as the root of energy times noise: from 12 sqrt(26) to sqrt(12 * 25 + 1) + 11.
  const double gain =
      std::sqrt(after.energy * after.frame.noise_error() / (before.energy * before.frame.noise_error()));
  EXPECT_NEAR(gain, (std::sqrt(301.0) + 11) / (12 * spread), 0.06);
}

TEST(FindRadii, RiseAndHaveAboutAsManyRowsBeyondAsTheySay) {
  const std::vector<Draw> draws(10, bell);
  const PeopleRows rows = people_drawn(8000, draws, 6);
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SeededBits bits(seed);
    PoiseRun poise = run_on(rows, "0.5", bits);
    const std::vector<double> zeros(10, 0.0), ones(10, 1.0);
    const Radii radii = find_radii(poise, Frame(zeros, ones, ones), 10).value();
    ASSERT_GE(radii.radius.size(), 3U);
    for (std::size_t k = 1; k < radii.radius.size(); ++k) {
      EXPECT_GT(radii.radius[k], radii.radius[k - 1]);
      EXPECT_LE(radii.beyond[k], radii.beyond[k - 1]);
    }
    EXPECT_NEAR(radii.radius[1], 3.3, 0.2); // the chi law of 10 columns: 35% beyond
    EXPECT_LT(radii.radius.back(), 6);
    EXPECT_FALSE(radii.far);
  }
}

TEST(FindRadii, RowsMuchFurtherOutAreNoticed) {
  const std::vector<double> zeros(2, 0.0), ones(2, 1.0);
  const std::vector<Draw> draws = {[](Bits &dice) { return uniform(dice) < 0.03 ? 1e6 : bell(dice); }, bell};
  int noticed = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SeededBits bits(seed);
    PoiseRun poise = run_on(people_drawn(8000, draws, seed), "0.5", bits);
    const Radii radii = find_radii(poise, Frame(zeros, ones, ones), 2).value();
    noticed += radii.far || radii.radius.back() > 1e5 ? 1 : 0;
  }
  EXPECT_GE(noticed, 9);
}

// P(norm > r) = r^-3 beyond 1, exactly as the model has it.
TEST(RadialModel, KnowsAPowerLaw) {
  const double radius[] = {1, 2, 4}, beyond[] = {1, 1.0 / 8, 1.0 / 64};
  const RadialModel model(radius, beyond, 1e6, {1.25, 1.25});
  EXPECT_NEAR(model.excess(0), 0.375, 0.01); // the integral of r^-3 from 1 to 2
  EXPECT_NEAR(model.excess(1), 0.375 / 4, 0.003);
  EXPECT_NEAR(model.tail_excess(), 0.5 / 16, 0.002);
  EXPECT_NEAR(model.square(2) * 1e6, 2.0 / 8, 0.03); // twice the integral of (r - 4) r^-3 from 4
}

// Nearly all that is beyond 1 is beyond 10 as well: that is a gap, and not the tail of a law without a mean.
TEST(RadialModel, BeyondAGapTailsFallAsTold) {
  const double radius[] = {1, 10}, beyond[] = {0.2, 0.19};
  for (const double power : {2.0, 4.0, 16.0}) {
    const RadialModel model(radius, beyond, 1e6, {1.25, power});
    EXPECT_NEAR(model.tail_excess(), 0.19 * 10 / (power - 1), 0.02 * 0.19 * 10) << power;
  }
}

TEST(LastSum, OfNormalRowsIsTheirMeanWithinItsInterval) {
  const std::vector<Draw> draws(6, bell);
  const PeopleRows rows = people_drawn(5000, draws, 8);
  const std::vector<double> zeros(6, 0.0), ones(6, 1.0);
  std::vector<double> truth(6);
  const auto failed =
      rows.pass(RawKeyForTests::make(), {}, [&](PeopleRows::Where, std::span<const double> cells) {
        for (std::size_t i = 0; i < cells.size(); ++i) truth[i % 6] += cells[i] / 5000;
      });
  ASSERT_FALSE(failed);
  int held = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SeededBits bits(seed);
    PoiseRun poise = run_on(rows, "0.5", bits);
    const Recentred seen{Frame(zeros, ones, ones), 6, 1e-4, ones, {}};
    const Radii radii = find_radii(poise, seen.frame, seen.energy).value();
    const LastSum sum = last_sum(poise, seen, radii).value();
    EXPECT_EQ(poise.spent().receipt().total(), Rational(1, 2));
    for (std::size_t j = 0; j < 6; ++j) {
      EXPECT_LE(sum.noise_std[j], sum.error_std[j]);
      held += std::abs(sum.value[j] - truth[j]) <= 1.96 * sum.error_std[j] ? 1 : 0;
    }
  }
  EXPECT_GE(held, 216); // of 240, and 228 are meant: below by chance less than once in 10^6
}

TEST(TextbookSum, IsTheMeanWithNoiseOfTheWidthsOfTheLimits) {
  KnownColumns known = full_columns(2, true);
  known.limits = {{0, 10}, {-1, 1}};
  const PeopleRows rows = people_of(2, {0, 1, 10, -1, 5, a_gap, 10, 1});
  SeededBits bits(9);
  PoiseRun poise = run_on(rows, "1e6", bits);
  const LastSum sum = textbook_sum(poise, known, {6, 0.5}).value();
  EXPECT_NEAR(sum.value[0], 6.25 - 6, 0.02);
  EXPECT_NEAR(sum.value[1], 1.5 / 4 - 0.5, 0.02); // the gap is filled with the centre
  EXPECT_NEAR(sum.noise_std[0], 10 * std::sqrt(2.0) / 4 / std::sqrt(2e6), 1e-4);
  EXPECT_NEAR(sum.noise_std[0] / sum.noise_std[1], 5, 1e-6);
}

} // namespace poise_steps_test
} // namespace poise::internal
