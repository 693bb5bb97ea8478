// Noise from many participants: its bound against the exact law of their sum.
#include "poise/privacy/theorem/distributed_gaussian.h"

#include "judge.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace distributed_gaussian_test {

constexpr int reach = 120; // cells on either side of zero

using Masses = std::vector<long double>;

Masses discrete_gaussian(long double variance) {
  Masses masses(2 * reach + 1);
  long double total = 0;
  for (int x = -reach; x <= reach; ++x) {
    const auto value = static_cast<long double>(x);
    total += masses[static_cast<std::size_t>(x + reach)] = std::exp(-value * value / (2 * variance));
  }
  for (long double &mass : masses) mass /= total;
  return masses;
}

Masses sum_of(const Masses &a, const Masses &b) {
  Masses sum(2 * reach + 1);
  for (int x = -reach; x <= reach; ++x)
    for (int y = std::max(-reach, x - reach); y <= std::min(reach, x + reach); ++y)
      sum[static_cast<std::size_t>(x + reach)] +=
          a[static_cast<std::size_t>(y + reach)] * b[static_cast<std::size_t>(x - y + reach)];
  return sum;
}

Masses shares(long double variance, int participants) {
  const Masses one = discrete_gaussian(variance);
  Masses sum = one;
  for (int i = 1; i < participants; ++i) sum = sum_of(sum, one);
  return sum;
}

long double divergence(const Masses &noise, int shift, long double order) {
  long double sum = 0;
  for (int x = -reach + shift; x <= reach; ++x) {
    const long double p = noise[static_cast<std::size_t>(x - shift + reach)];
    const long double q = noise[static_cast<std::size_t>(x + reach)];
    if (p > 0 && q > 0) sum += q * std::exp(order * (std::log(p) - std::log(q)));
  }
  return std::log(sum) / (order - 1);
}

Rational cost(const Rational &variance, long squared, std::uint64_t dimensions, std::uint64_t honest) {
  return *gaussian_shares_cost(variance, Integer(squared), dimensions, honest);
}

constexpr long double orders[] = {1.01L, 1.5L, 2, 4, 8};

// The smallest variances, where the sum is farthest from a discrete Gaussian.
TEST(DistributedGaussian, NoExactDivergenceIsAboveTheBound) {
  for (const Rational &variance : {ratio(1, 2), ratio(3, 4), ratio(1, 1), ratio(3, 1)}) {
    for (const int participants : {1, 2, 3, 5}) {
      const Masses noise = shares(static_cast<long double>(variance.get_d()), participants);
      for (const int shift : {1, 2}) {
        const auto rho = static_cast<long double>(
            cost(variance, shift * shift, 1, static_cast<std::uint64_t>(participants)).get_d());
        for (const long double order : orders)
          EXPECT_LE(divergence(noise, shift, order), order * rho * (1 + 1e-12L))
              << variance << ' ' << participants;
      }
    }
  }
}

// Teeth: three quarters of the variance would cost more than is claimed.
TEST(DistributedGaussian, LessNoiseThanClaimedWouldBeCaught) {
  for (const int participants : {1, 2, 5}) {
    const Masses noise = shares(0.75L * 4, participants);
    const auto rho =
        static_cast<long double>(cost(Rational(4), 4, 1, static_cast<std::uint64_t>(participants)).get_d());
    for (const long double order : orders) EXPECT_GT(divergence(noise, 2, order), 1.2L * order * rho);
  }
}

TEST(DistributedGaussian, OneParticipantIsThePlainDiscreteGaussian) {
  EXPECT_TRUE(is_just_above(cost(ratio(7, 2), 9, 1000000, 1), ratio(9, 7)));
  EXPECT_TRUE(is_just_above(cost(Rational(100), 1, 1, 1), ratio(1, 200)));
}

// All terms of tau, and the smaller of the two forms, in long double.
long double slowly(long double variance, long double squared, long double d, std::uint64_t honest) {
  const long double pi = std::acos(-1.0L);
  long double tau = 0;
  for (std::uint64_t k = honest - 1; k >= 1; --k) {
    const auto x = static_cast<long double>(k);
    tau += 10 * std::exp(-2 * pi * pi * variance * x / (x + 1));
  }
  const long double n = static_cast<long double>(honest);
  const long double root = std::sqrt(squared / (n * variance)) + tau * std::sqrt(d);
  return std::min(root * root, squared / (n * variance) + tau * d / 2) / 2;
}

TEST(DistributedGaussian, CostAgreesWithTheFormulaTermByTerm) {
  for (const double variance : {0.5, 1.0, 3.0}) {
    for (const std::uint64_t honest : {2ULL, 10ULL, 64ULL, 65ULL, 66ULL}) { // all terms are summed
      for (const std::uint64_t d : {1ULL, 1000ULL, 1000000000ULL}) {
        const double claim = cost(Rational(variance), 25, d, honest).get_d();
        const long double truth = slowly(variance, 25, static_cast<long double>(d), honest);
        EXPECT_NEAR(static_cast<double>(claim / truth), 1, 1e-12) << variance << ' ' << honest << ' ' << d;
      }
    }
    for (const std::uint64_t honest : {1000ULL, 100000ULL}) { // the others are bounded
      const double claim = cost(Rational(variance), 25, 1000, honest).get_d();
      const long double truth = slowly(variance, 25, 1000, honest);
      EXPECT_GE(claim, static_cast<double>(truth) * (1 - 1e-12));
      EXPECT_LE(claim, static_cast<double>(truth) * (variance < 3 ? 10 : 1 + 1e-9));
    }
  }
}

TEST(DistributedGaussian, EitherFormIsTakenWhereItIsTheSmaller) {
  // tau d/2 against (tau sqrt d)^2: many dimensions and a large tau want the second form.
  const double many = cost(ratio(1, 2), 1, 1000000, 100).get_d();
  EXPECT_NEAR(many / static_cast<double>(slowly(0.5L, 1, 1000000, 100)), 1, 0.2);
  // A small tau wants the first form where the plain cost is small.
  EXPECT_LT(cost(Rational(3), 1, 1000000, 10).get_d(),
            0.5 * (1.0 / 30 + 0.5 * 1e6 * 10 * std::exp(-2 * 9.8696 * 3 / 2)) * (1 + 1e-9));
}

TEST(DistributedGaussian, TheVarianceIsEnoughAndLittleLessWouldNotBe) {
  struct Case {
    const char *rho;
    const char *squared;
    std::uint64_t dimensions;
    std::uint64_t honest;
  };
  for (const Case &c : {Case{"1", "100", 10, 10}, Case{"0.01", "1000000000000", 1024, 100000},
                        Case{"0.1", "1000", 10, 1}, Case{"1e-9", "10000000000", 1024, 100000000},
                        Case{"1e-20", "1", 1000000000, 1000000000}, Case{"1/3", "7", 3, 3}}) {
    const Rho rho = *Rho::parse(c.rho);
    const Integer squared(c.squared);
    const Rational variance = *gaussian_share_variance(rho, squared, c.dimensions, c.honest);
    EXPECT_GE(variance, 3);
    EXPECT_LE(variance.get_den(), 1024);
    EXPECT_LE(*gaussian_shares_cost(variance, squared, c.dimensions, c.honest), rho.exact());
    if (variance > 3) {
      const Rational less = variance * ratio(999, 1000);
      EXPECT_GT(*gaussian_shares_cost(less, squared, c.dimensions, c.honest), rho.exact()) << c.rho;
    }
  }
}

TEST(DistributedGaussian, ThreeIsTheLeastVariance) {
  EXPECT_EQ(*gaussian_share_variance(*Rho::parse("1000"), Integer(1), 1, 1000), 3);
}

TEST(DistributedGaussian, WhatCannotBeHonouredIsRefused) {
  const Rho rho = *Rho::parse("1");
  EXPECT_FALSE(gaussian_share_variance(rho, Integer(1), 1, 0));
  EXPECT_FALSE(gaussian_share_variance(rho, Integer(1), 0, 1));
  EXPECT_EQ(gaussian_share_variance(rho, Integer(0), 1, 1).error().wrong,
            "the squared sensitivity of a sum of integers must be at least 1, got 0");
  EXPECT_EQ(gaussian_shares_cost(ratio(1, 3), Integer(1), 1, 1).error().wrong,
            "the noise of a participant must have a variance of at least 1/2");
  EXPECT_FALSE(gaussian_shares_cost(Rational(1), power_of_two(80), 1, 1));
}

} // namespace distributed_gaussian_test
} // namespace poise::internal
