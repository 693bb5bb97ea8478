// The paper's own vector sum, as a reference: its noise is discrete Laplace exactly, it is right on average,
// and it errs more than Gaussian shares.
#include "poise/shuffle/reference/lemma_12_sum.h"

#include "oracle/exact_masses.h"
#include "poise/base/nearest_double.h"
#include "poise/privacy/theorem/pure_to_zcdp.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"
#include "poise/random/seeded_bits.h"
#include "shuffle/shuffle_session.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace lemma_12_sum_test {

Epsilon epsilon(const char *text) { return Epsilon::parse(text).value(); }

// 20 participants hold the number 3 each; what their records add up to is 60 and the noise.
std::int64_t noise_of_records(const OneDimensionalSum &sum, std::uint64_t participants, Bits &bits) {
  ShareSums sums(sum.shape());
  for (std::uint64_t i = 0; i < participants; ++i)
    sum.answer(3, bits, [&](std::uint32_t tag, std::span<const std::uint8_t> payload) {
      EXPECT_TRUE(sums.add(tag, payload));
    });
  EXPECT_TRUE(sums.complete(participants));
  return sums.sums()[0] - 3 * static_cast<std::int64_t>(participants);
}

// 8000 sums by 20 participants at rate 1/4. False alarms at most 1e-6 each.
TEST(OneDimensionalSum, NoiseIsDiscreteLaplaceExactlyThroughShares) {
  const auto sum = OneDimensionalSum::of(20, 20, 4, epsilon("1"), 10).value();
  EXPECT_EQ(sum.rate(), ratio(1, 4));
  SeededBits bits(41);
  const auto counts = statistical::count(8000, [&] { return noise_of_records(sum, 20, bits); });
  const auto law = [](double rate) {
    return [rate](std::int64_t x) { return oracle::discrete_laplace_mass(rate, x); };
  };
  EXPECT_EQ(statistical::misfit(counts, law(0.25), -60, 60), "");
  EXPECT_NE(statistical::misfit(counts, law(0.25 * 1.2), -60, 60), ""); // a fifth less noise would be seen
  // All are honest, though only 19 are counted on: a little more noise than promised, never less.
  const auto more = OneDimensionalSum::of(20, 19, 4, epsilon("1"), 10).value();
  EXPECT_NEAR(more.noise_variance() / sum.noise_variance(), 20.0 / 19, 1e-12);
  double variance = 0;
  for (std::int64_t x = -400; x <= 400; ++x)
    variance += static_cast<double>(x * x) * oracle::discrete_laplace_mass(0.25, x);
  EXPECT_NEAR(sum.noise_variance() / variance, 1, 1e-9);
}

// A number is at most `levels`, so a replaced one moves the sum by no more, and exp(-rate levels) =
// exp(-eps).
TEST(OneDimensionalSum, ANumberCountsAtMostAsMuchAsTheNoiseHides) {
  const auto sum = OneDimensionalSum::of(50, 50, 7, epsilon("0.5"), 10).value();
  EXPECT_EQ(sum.rate() * 7, ratio(1, 2));
  const auto bare = [&](std::uint64_t number) {
    SeededBits bits(5), again(5);
    return sum.noisy(number, bits) - sum.noisy(0, again);
  };
  EXPECT_EQ(bare(7), 7);
  EXPECT_EQ(bare(8), 7);
  EXPECT_EQ(bare(~std::uint64_t{0}), 7);
}

TEST(OneDimensionalSum, RefusesWhatItCannotHide) {
  EXPECT_FALSE(OneDimensionalSum::of(20, 18, 4, epsilon("1"), 10));
  EXPECT_FALSE(OneDimensionalSum::of(20, 21, 4, epsilon("1"), 10));
  EXPECT_FALSE(OneDimensionalSum::of(20, 20, 0, epsilon("1"), 10));
  EXPECT_FALSE(OneDimensionalSum::of(20, 20, 1 << 16, epsilon("0.99"), 10));
  EXPECT_TRUE(OneDimensionalSum::of(20, 20, levels_for(epsilon("0.99"), 1 << 16), epsilon("0.99"), 10));
  EXPECT_EQ(levels_for(epsilon("1"), 100), 100U);
}

constexpr std::uint32_t width = 8;

Lemma12Sum sum_of(std::uint64_t length, std::uint64_t participants, const Epsilon &each,
                  std::uint64_t seed = 1) {
  SeededBits bits(seed);
  return Lemma12Sum::of(width, length, random_signs(width, bits), {participants, participants, 40}, each)
      .value();
}

// C sqrt(2 ln(20 n w)) or sqrt(w) C, whichever is smaller.
TEST(Lemma12Sum, ClipsWhereThePaperDoes) {
  EXPECT_EQ(sum_of(1000, 1000, epsilon("1")).bound(), 2829U); // sqrt(8) * 1000
  SeededBits bits(1);
  const auto wide =
      Lemma12Sum::of(1024, 1000, random_signs(1024, bits), {1000, 1000, 40}, epsilon("1")).value();
  EXPECT_EQ(wide.bound(), std::ceil(1000 * std::sqrt(2 * std::log(20.0 * 1000 * 1024))));
  EXPECT_EQ(wide.each().levels(), 4U * 32);
}

// The noisy levels of any vector, less the noise of the same dice, are in [0, levels]: also beyond C.
RC_GTEST_PROP(Lemma12Sum, AReplacedVectorMovesACoordinateByAtMostItsLevels, ()) {
  static const std::vector<Lemma12Sum> sums = {sum_of(1000, 400, epsilon("0.1"), 1),
                                               sum_of(1000, 400, epsilon("0.1"), 2)};
  const Lemma12Sum &sum = sums[*rc::gen::inRange<std::size_t>(0, 2)];
  const auto cell =
      rc::gen::oneOf(rc::gen::inRange<std::int64_t>(-1000, 1001),
                     rc::gen::element<std::int64_t>(-(std::int64_t{1} << 50), std::int64_t{1} << 50));
  const auto vector = *rc::gen::container<std::vector<std::int64_t>>(width, cell);
  // A Pólya share of one in 400 is nothing but for one draw in 30: most of 21 draws show the bare level.
  std::vector<std::int64_t> noisy(width);
  std::vector<int> inside(width);
  for (std::uint64_t seed = 0; seed < 21; ++seed) {
    SeededBits bits(seed);
    sum.noisy_levels(vector, bits, noisy);
    for (std::uint32_t j = 0; j < width; ++j)
      inside[j] += noisy[j] >= 0 && noisy[j] <= static_cast<std::int64_t>(sum.each().levels());
  }
  for (const int often : inside) RC_ASSERT(often >= 14);
}

// Averages over 4000 sums of 30 vectors: right up to five standard deviations of what the noise alone makes
// (1e-6), and as wide as it says.
TEST(Lemma12Sum, IsRightOnAverageAndAsWideAsItSays) {
  const std::uint64_t participants = 30;
  const Lemma12Sum sum = sum_of(500, participants, epsilon("4"));
  const std::vector<std::int64_t> vector = {300, -200, 100, 0, 7, -111, 50, 200};
  SeededBits bits(11);
  constexpr int trials = 4000;
  std::vector<double> mean(width);
  double squares = 0;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<std::int64_t> total(width), one(width);
    for (std::uint64_t i = 0; i < participants; ++i) {
      sum.noisy_levels(vector, bits, one);
      for (std::uint32_t j = 0; j < width; ++j) total[j] += one[j];
    }
    const std::vector<double> found = sum.sum_of(total);
    for (std::uint32_t j = 0; j < width; ++j) {
      const double off = found[j] - static_cast<double>(vector[j]) * static_cast<double>(participants);
      mean[j] += off / trials;
      squares += off * off / trials / width;
    }
  }
  // Rounding adds at most a quarter of a level squared a participant: the variance is between these.
  const double level = 2 * static_cast<double>(sum.bound()) / static_cast<double>(sum.each().levels());
  const double most = sum.noise_variance() + level * level * static_cast<double>(participants) / 4 / width;
  for (const double off : mean) EXPECT_LT(std::abs(off), 5.5 * std::sqrt(most / trials));
  EXPECT_GT(squares, 0.94 * sum.noise_variance());
  EXPECT_LT(squares, 1.06 * most);
}

// The epsilon of the published composition really composes to the step's: lemma 2, evaluated.
TEST(Lemma12Sum, PublishedEpsilonComposes) {
  for (const std::uint32_t d : {1U, 8U, 256U}) {
    const Approximate step{epsilon("0.7"), Delta::parse("1e-9").value()};
    const double each = published_epsilon_each(step, d).value().display();
    const double k = d, together = std::sqrt(2 * k * std::log(k / 1e-9)) * each + k * each * std::expm1(each);
    EXPECT_LE(together, 0.7);
    EXPECT_NEAR(each, 0.7 / (2 * std::sqrt(2 * k * std::log(k / 1e-9))), 1e-12);
  }
}

// At n = 10^5, d = 8 and 128, (1, 1e-9), seven tenths of the budget for the sum: noise of a cell, as a
// multiple of the Gaussian sum's. With our accounting it is the price of bounding coordinates and of Laplace
// tails, with the published one that of advanced composition on top.
TEST(Lemma12Sum, NoiseComparedWithGaussianShares) {
  for (const std::size_t columns : {8U, 128U}) {
    const Session session = session_of({.participants = 100'000, .columns = columns, .reach = 1U << 20});
    const ShufflePlan plan = ShufflePlan::of(session).value();
    const auto wide = static_cast<std::uint32_t>(columns);
    const std::uint64_t radius = 2000; // counted step by step: no coarser unit on either side
    const SharePlan gaussian = plan.sum_shares(session, radius).value();
    const double plain =
        std::sqrt(100'000 * nearest_double(gaussian.variance)) / static_cast<double>(gaussian.gain);
    const Lemma12Sum::Everyone everyone{100'000, plan.honest, plan.security_bits};
    SeededBits bits(1);
    const auto signs = random_signs(columns, bits);
    const Approximate step{epsilon("0.7"), Delta::parse("0.7e-9").value()};
    const Epsilon ours = pure_for_zcdp(Rho::of(plan.sum.exact() / wide).value()).value(),
                  published = published_epsilon_each(step, wide).value();
    const double by_zcdp =
        std::sqrt(Lemma12Sum::of(wide, radius, signs, everyone, ours).value().noise_variance()) / plain;
    const double as_published =
        std::sqrt(Lemma12Sum::of(wide, radius, signs, everyone, published).value().noise_variance()) / plain;
    RecordProperty("zcdp_" + std::to_string(columns), std::to_string(by_zcdp));
    RecordProperty("published_" + std::to_string(columns), std::to_string(as_published));
    printf("d = %zu: lemma 12 by zCDP %.2f, as published %.2f times the Gaussian noise\n", columns, by_zcdp,
           as_published);
    EXPECT_GT(by_zcdp, 1.5);
    EXPECT_GT(as_published, by_zcdp);
  }
}

} // namespace lemma_12_sum_test
} // namespace poise::internal
