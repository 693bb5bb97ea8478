// Poisson counts against their exact law.
#include "poise/random/sampler/poisson.h"

#include "draw_for_draw.h"
#include "oracle/exact_masses.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace poisson_test {

auto mass(double mean) {
  return [mean](std::int64_t x) { return oracle::poisson_mass(mean, x); };
}

TEST(Poisson, DrawsFitAndATenthMoreOrLessDoesNot) {
  SeededBits bits(71);
  for (const Rational &exact : {ratio(1, 20), ratio(1, 1), ratio(22, 7), ratio(100, 1), ratio(5000, 1)}) {
    const double mean = exact.get_d();
    const Poisson poisson(exact);
    const auto low = std::max<std::int64_t>(0, static_cast<std::int64_t>(mean - 7 * std::sqrt(mean)));
    const auto high = static_cast<std::int64_t>(mean + 8 * std::sqrt(mean)) + 8;
    const auto counts = statistical::count(200'000, [&] { return poisson(bits); });
    EXPECT_EQ(statistical::misfit(counts, mass(mean), low, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(1.1 * mean), low, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(0.9 * mean), low, high), "") << exact;
  }
}

TEST(Poisson, ACutTailIsNoticed) {
  SeededBits bits(72);
  const Poisson poisson(Rational(4));
  const auto cut = statistical::count(300'000, [&] {
    std::uint64_t x;
    do x = poisson(bits);
    while (x > 12);
    return x;
  });
  EXPECT_NE(statistical::misfit(cut, mass(4), 0, 40), "");
}

TEST(Poisson, DrawsDoNotDependOnHowMuchOfAWordIsCompared) {
  for (const Rational &mean : {ratio(1, 20), ratio(22, 7)})
    expect_equal_draw_for_draw(Poisson(mean), Poisson(mean, 5), 73, 2000);
}

TEST(Poisson, TheForcedRefinementFitsTheLawToo) {
  SeededBits bits(74);
  const Poisson coarse(ratio(22, 7), 3);
  const auto counts = statistical::count(60'000, [&] { return coarse(bits); });
  EXPECT_EQ(statistical::misfit(counts, mass(22.0 / 7), 0, 30), "");
}

TEST(Poisson, RefusesMeansItCannotServe) {
  EXPECT_THROW(Poisson(Rational(0)), std::logic_error);
  EXPECT_THROW(Poisson(Rational(power_of_two(33))), std::logic_error);
}

} // namespace poisson_test
} // namespace poise::internal
