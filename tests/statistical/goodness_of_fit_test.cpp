// The judge is judged: it accepts the truth and rejects what is off by a little.
#include "statistical/goodness_of_fit.h"

#include "poise/random/sampler/uniform.h"
#include "poise/random/seeded_bits.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::statistical {
namespace goodness_of_fit_test {

double fair_die(std::int64_t x) { return x >= 1 && x <= 6 ? 1.0 / 6 : 0; }

std::int64_t roll(Bits &bits) { return 1 + static_cast<std::int64_t>(uniform_below(std::uint64_t{6}, bits)); }

TEST(GoodnessOfFit, AcceptsAFairDie) {
  SeededBits bits(1);
  EXPECT_EQ(misfit(count(200'000, [&] { return roll(bits); }), fair_die, 1, 6), "");
}

TEST(GoodnessOfFit, RejectsADieLoadedByThreePercent) {
  SeededBits bits(2);
  const auto loaded = [&] { return uniform_below(std::uint64_t{33}, bits) == 0 ? 6 : roll(bits); };
  EXPECT_NE(misfit(count(200'000, loaded), fair_die, 1, 6), "");
}

TEST(GoodnessOfFit, RejectsOutcomesThatCannotHappen) {
  SeededBits bits(3);
  const auto seven = [&] { return uniform_below(std::uint64_t{20'000}, bits) == 0 ? 7 : roll(bits); };
  EXPECT_NE(misfit(count(200'000, seven), fair_die, 1, 6), "");
}

TEST(GoodnessOfFit, FalseAlarmsAreRarerThanStated) {
  // At an alarm rate of one in four, a hundred fair samples may not alarm more than
  // 60 times: the chance of that is below exp(-100 KL(0.6 || 0.25)) < 1e-11.
  SeededBits bits(4);
  int alarms = 0;
  for (int i = 0; i < 100; ++i)
    alarms += misfit(count(2'000, [&] { return roll(bits); }), fair_die, 1, 6, 0.25).empty() ? 0 : 1;
  EXPECT_LE(alarms, 60);
}

TEST(GoodnessOfFit, TwoSamplesOfOneDieAgreeAndALoadedOneDiffers) {
  SeededBits bits(5);
  const Counts fair = count(200'000, [&] { return roll(bits); });
  const Counts again = count(100'000, [&] { return roll(bits); });
  const Counts loaded =
      count(200'000, [&] { return uniform_below(std::uint64_t{20}, bits) == 0 ? 6 : roll(bits); });
  EXPECT_EQ(two_sample_misfit(fair, again), "");
  EXPECT_NE(two_sample_misfit(fair, loaded), "");
}

} // namespace goodness_of_fit_test
} // namespace poise::internal::statistical
