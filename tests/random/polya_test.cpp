// Pólya counts against their exact law, and the noise their shares add up to.
#include "poise/random/sampler/polya.h"

#include "draw_for_draw.h"
#include "oracle/exact_masses.h"
#include "statistical/goodness_of_fit.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace polya_test {

auto mass(double shape, double rate) {
  return [shape, rate](std::int64_t x) { return oracle::polya_mass(shape, rate, x); };
}

TEST(Polya, DrawsFitAndATenthMoreOrLessDoesNot) {
  SeededBits bits(81);
  struct Case {
    Rational shape;
    Rational rate;
  };
  for (const Case &c : {Case{ratio(1, 10), ratio(1, 1)}, Case{ratio(1, 2), ratio(1, 5)},
                        Case{ratio(1, 1), ratio(1, 2)}, Case{ratio(7, 2), ratio(1, 3)}}) {
    const double shape = c.shape.get_d();
    const double rate = c.rate.get_d();
    const Polya polya(c.shape, c.rate);
    const auto high = static_cast<std::int64_t>((12 + 3 * shape) / rate);
    const auto counts = statistical::count(1'000'000, [&] { return polya(bits); });
    EXPECT_EQ(statistical::misfit(counts, mass(shape, rate), 0, high), "") << c.shape << " " << c.rate;
    for (const double factor : {0.9, 1.1}) {
      EXPECT_NE(statistical::misfit(counts, mass(shape, factor * rate), 0, high), "") << c.rate;
      EXPECT_NE(statistical::misfit(counts, mass(factor * shape, rate), 0, high), "") << c.shape;
    }
  }
}

TEST(Polya, DifferencesOfAllSharesAreDiscreteLaplaceNoise) {
  SeededBits bits(82);
  constexpr int users = 8;
  const Polya share(ratio(1, users), ratio(1, 3));
  const auto noise = [&] {
    std::int64_t sum = 0;
    for (int user = 0; user < users; ++user)
      sum += static_cast<std::int64_t>(share(bits)) - static_cast<std::int64_t>(share(bits));
    return sum;
  };
  const auto laplace = [](double rate) {
    return [rate](std::int64_t x) { return oracle::discrete_laplace_mass(rate, x); };
  };
  const auto counts = statistical::count(300'000, noise);
  EXPECT_EQ(statistical::misfit(counts, laplace(1.0 / 3), -40, 40), "");
  EXPECT_NE(statistical::misfit(counts, laplace(1.1 / 3), -40, 40), "");
}

TEST(Polya, DrawsDoNotDependOnHowMuchOfAWordIsCompared) {
  expect_equal_draw_for_draw(Polya(ratio(1, 10), ratio(1, 3)), Polya(ratio(1, 10), ratio(1, 3), 6), 83, 3000);
}

TEST(Polya, LongTailsBeyondTheTableAreStillDrawn) {
  // One draw in a hundred lies beyond the 65536 tabulated outcomes; two such draws of shape
  // one half add up to a geometric one.
  SeededBits bits(84);
  const Polya polya(ratio(1, 2), ratio(1, 20000));
  int beyond = 0;
  const auto counts = statistical::count(100, [&] {
    const std::uint64_t one = polya(bits);
    const std::uint64_t other = polya(bits);
    beyond += (one >= 65536 ? 1 : 0) + (other >= 65536 ? 1 : 0);
    return (one + other) / 16384;
  });
  EXPECT_EQ(statistical::misfit(
                counts, [](std::int64_t x) { return oracle::geometric_mass(16384.0 / 20000, x); }, 0, 20),
            "");
  EXPECT_GT(beyond, 0) << "this seed must reach beyond the table";
}

TEST(Polya, RefusesShapesAndRatesItCannotServe) {
  EXPECT_THROW(Polya(Rational(0), Rational(1)), std::logic_error);
  EXPECT_THROW(Polya(Rational(1025), Rational(1)), std::logic_error);
  EXPECT_THROW(Polya(Rational(1), Rational(0)), std::logic_error);
  EXPECT_THROW(Polya(Rational(1), ratio(1, 100'000)), std::logic_error);
}

} // namespace polya_test
} // namespace poise::internal
