// The noisy sum: how much noise, around what, for which receipt.
#include "poise/mechanism/noisy_sum.h"

#include "aggregate/opened_sum.h"
#include "mechanism/small_tables.h"
#include "oracle/exact_masses.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "statistical/goodness_of_fit.h"

#include <cmath>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace poise::internal {
namespace noisy_sum_test {

Rho rho_of(const Rational &exact) { return Rho::of(exact).value(); }

Released<NoisySum> release(const ExactSum &sum, const Rational &rho, Bits &bits) {
  return noisy_sum(sum, Grant<Rho>::open(rho_of(rho)), bits).value();
}

ExactSum zeros(std::size_t columns, std::int64_t bound) {
  return small::exact_sum(small::Cells(columns, 0), columns, bound);
}

RC_GTEST_PROP(NoisySum, TheVarianceIsTwoDBoundSquaredOverRhoRoundedUp, ()) {
  const auto columns = *rc::gen::inRange<std::size_t>(1, 20);
  const auto bound = *rc::gen::inRange<std::int64_t>(1, Grid::largest_narrow_bound + 1);
  const Rational rho = ratio(*rc::gen::inRange(1, 1000), *rc::gen::inRange(1, 100000));
  SeededBits bits(1);
  const Integer variance = release(zeros(columns, bound), rho, bits).value().noise_variance;
  const Rational wanted = Rational(2 * Integer(columns) * bound * bound) / rho;
  RC_ASSERT(variance >= wanted);
  RC_ASSERT(variance - 1 < wanted || variance == 1);
}

TEST(NoisySum, TheReceiptHoldsTheWholeGrantAndNothingElse) {
  SeededBits bits(1);
  const auto released = release(zeros(2, 5), ratio(1, 3), bits);
  EXPECT_EQ(released.receipt().total(), ratio(1, 3));
  ASSERT_EQ(released.receipt().steps().size(), 1U);
  EXPECT_EQ(released.receipt().steps()[0].name, "sum");
}

TEST(NoisySum, OnlyBitsOfTheOperatingSystemMakeItPrivate) {
  SeededBits seeded(1);
  SystemBits system;
  EXPECT_FALSE(release(zeros(1, 5), 1, seeded).is_private());
  EXPECT_TRUE(release(zeros(1, 5), 1, system).is_private());
}

TEST(NoisySum, ABudgetTooSmallForTheSamplerIsRefusedBeforeItIsSpent) {
  SeededBits bits(1);
  const auto refused =
      noisy_sum(zeros(1, Grid::largest_narrow_bound), Grant<Rho>::open(Rho::parse("1e-60").value()), bits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
}

// False alarm at most 1e-6, by Chernoff over all outcomes and tails (goodness_of_fit.h).
TEST(NoisySum, TheReleaseIsTheExactSumPlusDiscreteGaussianNoise) {
  const ExactSum sum = small::exact_sum({3, 1, -2}, 1, 3); // squared sensitivity 36
  SeededBits bits(2);
  const auto counts =
      statistical::count(200'000, [&] { return release(sum, 6, bits).value().values[0] - 2; });
  const oracle::DiscreteGaussianMass mass(3); // 36 / (2 * 6)
  EXPECT_EQ(statistical::misfit(counts, mass, -12, 12), "");
  const oracle::DiscreteGaussianMass narrower(3 * 0.9), wider(3 * 1.1);
  EXPECT_NE(statistical::misfit(counts, narrower, -12, 12), "");
  EXPECT_NE(statistical::misfit(counts, wider, -12, 12), "");
}

// On the grid people use the noise is so wide that sum(z^2) / s2 is chi-squared to far more
// digits than matter here. With x = ln(2/alarm), it leaves [N - 2 sqrt(N x), N + 2 sqrt(N x) + 2x]
// with probability at most `alarm` (Laurent and Massart 2000): +-4% for these N.
TEST(NoisySum, OnAFineGridTheNoiseIsNeitherATenthTooSmallNorTooLarge) {
  constexpr int releases = 400;
  constexpr std::size_t columns = 100;
  const ExactSum sum = zeros(columns, Grid::largest_narrow_bound);
  double chi_squared = 0;
  for (int stream = 0; stream < releases; ++stream) {
    SeededBits bits(3, static_cast<std::uint64_t>(stream));
    const auto released = release(sum, ratio(1, 10), bits);
    const double s2 = released.value().noise_variance.get_d();
    for (const Int128 value : released.value().values) {
      const auto z = static_cast<double>(value);
      chi_squared += z * z / s2;
    }
  }
  const double n = releases * static_cast<double>(columns);
  const double x = std::log(2 / statistical::false_alarm);
  const double low = n - 2 * std::sqrt(n * x), high = n + 2 * std::sqrt(n * x) + 2 * x;
  EXPECT_GT(chi_squared, low);
  EXPECT_LT(chi_squared, high);
  EXPECT_LT(0.9 * high, low) << "not enough draws to tell a tenth less variance apart";
  EXPECT_GT(1.1 * low, high) << "not enough draws to tell a tenth more variance apart";
}

TEST(NoisySum, TheSameSeedGivesTheSameReleaseAndAnotherStreamAnotherOne) {
  const ExactSum sum = zeros(3, Grid::largest_narrow_bound);
  SeededBits a(4), same(4), other(4, 1);
  const auto values = release(sum, 1, a).value().values;
  EXPECT_TRUE(release(sum, 1, same).value().values == values);
  EXPECT_FALSE(release(sum, 1, other).value().values == values);
}

// The draws do not depend on the data: two sums with one seed differ by exactly their difference.
TEST(NoisySum, TheNoiseDoesNotDependOnTheData) {
  SeededBits a(5), b(5);
  const auto one = release(small::exact_sum({1, -2}, 2, 2), 1, a).value().values;
  const auto two = release(small::exact_sum({2, 2}, 2, 2), 1, b).value().values;
  EXPECT_TRUE(two[0] - one[0] == 1 && two[1] - one[1] == 4);
}

} // namespace noisy_sum_test
} // namespace poise::internal
