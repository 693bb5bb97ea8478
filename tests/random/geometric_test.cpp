// Geometric waiting times against their exact law.
#include "poise/random/sampler/geometric.h"

#include "draw_for_draw.h"
#include "oracle/exact_masses.h"
#include "oracle/probe.h"
#include "oracle/scripted_bits.h"
#include "oracle/textbook_samplers.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace geometric_test {

const Rational rates[] = {ratio(1, 1), ratio(1, 10), ratio(7, 3), ratio(3, 7), ratio(1, 1000)};

TEST(UnitGeometric, TailsAreExactPowersOfE) {
  for (const Arithmetic arithmetic : {Arithmetic::fast_first, Arithmetic::exact_only}) {
    const UnitGeometric unit(arithmetic);
    for (std::uint64_t k = 1; k < 42; ++k) {
      const long double share = oracle::share_of_words([&](std::uint64_t word) {
        oracle::ScriptedBits bits({word, std::uint64_t{1} << 63});
        return unit(bits) >= k;
      });
      const auto truth = static_cast<double>(std::exp(-static_cast<long double>(k)));
      EXPECT_NEAR(static_cast<double>(share), truth, 2e-19 + 1e-15 * truth) << k;
    }
  }
}

TEST(UnitGeometric, FastAndExactRoadsAgreeDrawForDraw) {
  expect_equal_draw_for_draw(UnitGeometric(), UnitGeometric(Arithmetic::exact_only), 21, 20'000);
}

TEST(UnitGeometric, FarTailIsDecidedByTheSlowRoad) {
  // u = 2^-70: between exp(-49) and exp(-48), so 48 powers lie above it.
  oracle::ScriptedBits bits({0, std::uint64_t{1} << 58, 0, 0});
  EXPECT_EQ(UnitGeometric()(bits), 48U);
}

TEST(Geometric, FastAndExactRoadsAgreeDrawForDraw) {
  for (const Rational &rate : rates)
    expect_equal_draw_for_draw(Geometric(rate), Geometric(rate, Arithmetic::exact_only), 22, 3000);
  const Rational wide = ratio(3, power_of_two(70));
  expect_equal_draw_for_draw(Geometric(wide), Geometric(wide, Arithmetic::exact_only), 23, 1000);
}

TEST(Geometric, DrawsFitAndATenthMoreOrLessOrAWrongTailDoesNot) {
  SeededBits bits(24);
  for (const Rational &exact : rates) {
    const double rate = exact.get_d();
    const Geometric geometric(exact);
    const auto high = static_cast<std::int64_t>(12 / rate) + 2;
    const auto mass = [](double r) { return [r](std::int64_t x) { return oracle::geometric_mass(r, x); }; };
    const auto counts = statistical::count(400'000, [&] { return geometric(bits); });
    EXPECT_EQ(statistical::misfit(counts, mass(rate), 0, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(1.1 * rate), 0, high), "") << exact;
    EXPECT_NE(statistical::misfit(counts, mass(0.9 * rate), 0, high), "") << exact;
    const auto book =
        statistical::count(20'000, [&] { return oracle::textbook_geometric(exact, bits).get_si(); });
    EXPECT_EQ(statistical::misfit(book, mass(rate), 0, high), "") << exact;
    EXPECT_EQ(statistical::two_sample_misfit(counts, book), "") << exact;
  }
}

TEST(Geometric, WideRatesHaveTheRightScale) {
  // rate 3 / 2^70: X * rate is exponential up to 2^-70; its integer part is unit geometric.
  SeededBits bits(25);
  const Geometric geometric(ratio(3, power_of_two(70)));
  const auto counts = statistical::count(
      50'000, [&] { return Integer(to_integer(geometric(bits)) * 3 / power_of_two(70)).get_si(); });
  EXPECT_EQ(statistical::misfit(
                counts, [](std::int64_t x) { return oracle::geometric_mass(1, x); }, 0, 12),
            "");
}

TEST(Geometric, DrawsBeyondTheLargestAreTheLargest) {
  SeededBits bits(26);
  const Geometric geometric(ratio(1, power_of_two(160)));
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(geometric(bits) == Geometric::largest);
}

} // namespace geometric_test
} // namespace poise::internal
