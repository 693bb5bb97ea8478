// Discrete Laplace noise against its exact law.
#include "poise/random/sampler/discrete_laplace.h"

#include "draw_for_draw.h"
#include "oracle/exact_masses.h"
#include "oracle/textbook_samplers.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace discrete_laplace_test {

const Rational rates[] = {ratio(1, 1), ratio(1, 10), ratio(7, 3), ratio(3, 7), ratio(1, 200)};

auto mass(double rate) {
  return [rate](std::int64_t x) { return oracle::discrete_laplace_mass(rate, x); };
}

TEST(DiscreteLaplace, FastAndExactRoadsAgreeDrawForDraw) {
  for (const Rational &rate : rates)
    expect_equal_draw_for_draw(DiscreteLaplace(rate), DiscreteLaplace(rate, Arithmetic::exact_only), 31,
                               2000);
}

TEST(DiscreteLaplace, DrawsFitAndATenthMoreOrLessDoesNot) {
  SeededBits bits(32);
  for (const Rational &exact : rates) {
    const double rate = exact.get_d();
    const DiscreteLaplace laplace(exact);
    const auto high = static_cast<std::int64_t>(12 / rate) + 2;
    const auto counts = statistical::count(400'000, [&] { return laplace(bits); });
    EXPECT_EQ(statistical::misfit(counts, mass(rate), -high, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(1.1 * rate), -high, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(0.9 * rate), -high, high), "") << exact;
  }
}

TEST(DiscreteLaplace, ATailThatIsCutOrTooHeavyIsNoticed) {
  SeededBits bits(33);
  const DiscreteLaplace laplace(ratio(1, 2));
  const auto cut = statistical::count(400'000, [&] {
    Int128 x;
    do x = laplace(bits);
    while (x > 16 || x < -16);
    return x;
  });
  EXPECT_NE(statistical::misfit(cut, mass(0.5), -40, 40), "");
  const auto heavy = statistical::count(400'000, [&] {
    const Int128 x = laplace(bits);
    return x > 12 || x < -12 ? x + x / 8 : x;
  });
  EXPECT_NE(statistical::misfit(heavy, mass(0.5), -40, 40), "");
}

TEST(DiscreteLaplace, HasTheLawOfTheTextbookSampler) {
  SeededBits bits(34);
  for (const Rational &rate : {ratio(1, 1), ratio(3, 7)}) {
    const DiscreteLaplace laplace(rate);
    const DiscreteLaplace slow(rate, Arithmetic::exact_only);
    const auto fast = statistical::count(200'000, [&] { return laplace(bits); });
    const auto forced = statistical::count(50'000, [&] { return slow(bits); });
    const auto book =
        statistical::count(30'000, [&] { return oracle::textbook_discrete_laplace(rate, bits).get_si(); });
    EXPECT_EQ(statistical::misfit(book, mass(rate.get_d()), -30, 30), "");
    EXPECT_EQ(statistical::misfit(forced, mass(rate.get_d()), -30, 30), "");
    EXPECT_EQ(statistical::two_sample_misfit(fast, book), "");
  }
}

} // namespace discrete_laplace_test
} // namespace poise::internal
