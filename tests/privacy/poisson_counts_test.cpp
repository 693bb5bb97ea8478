// Dummies: the divergence of the very laws of two bins, and the mean that keeps it within a budget.
#include "poise/privacy/theorem/poisson_counts.h"

#include "judge.h"
#include "poise/privacy/theorem/renyi_order.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace poise::internal {
namespace poisson_counts_test {

struct Reference {
  const char *mean;
  unsigned order;
  const char *value;
};

// mpmath at 60 digits: ln(sum p(k) k^a * sum p(k) (k+1)^-a)/(a-1), summed term by term over 36 standard
// deviations, p(k) from loggamma. The code sums five of these too, and takes series for the others.
constexpr Reference references[] = {
    {"2", 2, "0.4025765287494576319789350485552581204254"},
    {"2", 7, "1.263079397272337247850424202130250174724"},
    {"10", 2, "0.2176718527850071459672517064087834996854"},
    {"100", 300, "4.956199187181795790628959957549777839602"},
    {"500", 10, "0.02002551888606439490465348639174767567704"},
    {"500", 40, "0.0804635950254522553342753872883774892536"},
    {"3000", 40, "0.01333729333069500778303029261026881915531"},
    {"30000", 40, "0.001333357290380935285692310835429998938042"},
    {"30000", 200, "0.006666998949651631543582795418602311495067"},
    {"1000000", 40, "0.00004000002004683353639329927333099694517203"},
};

Rational divergence(long mean, unsigned order) { return *poisson_divergence(Integer(mean), order); }

TEST(PoissonCounts, DivergenceIsJustAboveTheTruth) {
  for (const Reference &reference : references) {
    const Rational claim = *poisson_divergence(Integer(reference.mean), reference.order);
    EXPECT_TRUE(is_just_above(claim, number(reference.value), number("1e-12")))
        << reference.mean << ' ' << reference.order;
  }
}

// The joint law of the two bins that a replaced report touches, cut where nothing is left.
using Law = std::vector<std::vector<long double>>;
Law two_bins(long double mean, int in_a, int in_b) {
  const int cells = static_cast<int>(mean + 20 * std::sqrt(mean) + 40);
  std::vector<long double> mass;
  for (int x = 0; x < cells; ++x)
    mass.push_back(std::exp(-mean + static_cast<long double>(x) * std::log(mean) - std::lgamma(x + 1.0L)));
  const auto holds = [&](int reports) { // the masses of a bin with that many reports
    std::vector<long double> bin(static_cast<std::size_t>(reports), 0);
    bin.insert(bin.end(), mass.begin(), mass.end() - reports);
    return bin;
  };
  Law law;
  for (const long double a : holds(in_a)) {
    law.push_back(holds(in_b));
    for (long double &cell : law.back()) cell *= a;
  }
  return law;
}

struct Comparison {
  long double divergence; // of what Q can make
  long double set_aside;  // what P makes and Q cannot
};
Comparison compare(const Law &p, const Law &q, unsigned order) {
  long double sum = 0;
  long double aside = 0;
  for (std::size_t a = 0; a < p.size(); ++a) {
    for (std::size_t b = 0; b < p.size(); ++b) {
      const long double x = p[a][b];
      const long double y = q[a][b];
      if (x > 0 && y > 0) sum += y * std::pow(x / y, static_cast<long double>(order));
      if (y == 0) aside += x;
    }
  }
  return {std::log(sum) / (static_cast<long double>(order) - 1), aside};
}

TEST(PoissonCounts, IsTheDivergenceOfTheBinsInBothDirections) {
  for (const long mean : {3L, 12L, 40L}) {
    const Law here = two_bins(static_cast<long double>(mean), 1, 0);
    const Law there = two_bins(static_cast<long double>(mean), 0, 1);
    for (const unsigned order : {2U, 3U, 8U}) {
      const auto claim = static_cast<long double>(divergence(mean, order).get_d());
      for (const Comparison &found : {compare(here, there, order), compare(there, here, order)}) {
        EXPECT_NEAR(static_cast<double>(found.divergence / claim), 1, 1e-9) << mean << ' ' << order;
        EXPECT_NEAR(static_cast<double>(found.set_aside), std::exp(-static_cast<double>(mean)), 1e-15);
      }
    }
  }
}

// Teeth: a quarter fewer dummies cost more than is claimed.
TEST(PoissonCounts, FewerDummiesThanClaimedWouldBeCaught) {
  for (const unsigned order : {2U, 8U}) {
    const Law here = two_bins(30, 1, 0);
    const Law there = two_bins(30, 0, 1);
    EXPECT_GT(compare(here, there, order).divergence, 1.2L * divergence(40, order).get_d());
  }
}

// The whole promise, on the true laws: max over events of P(S) - e^eps Q(S) is within delta.
TEST(PoissonCounts, AReplacedReportIsAsPrivateAsPromised) {
  const Epsilon epsilon = *Epsilon::parse("0.3");
  const Delta delta = *Delta::parse("1e-6");
  const RenyiBudget budget = *renyi_budget(epsilon, delta);
  const Integer mean = *poisson_mean_for(budget.rho, budget.order, 1);
  const auto worst = [](const Integer &dummies) {
    const Law p = two_bins(static_cast<long double>(dummies.get_d()), 1, 0);
    const Law q = two_bins(static_cast<long double>(dummies.get_d()), 0, 1);
    long double sum = 0;
    for (std::size_t a = 0; a < p.size(); ++a)
      for (std::size_t b = 0; b < p.size(); ++b) sum += std::max(0.0L, p[a][b] - std::exp(0.3L) * q[a][b]);
    return sum;
  };
  const long double promised = static_cast<long double>(delta.display()) + poisson_delta(mean, 1).get_d();
  EXPECT_LE(worst(mean), promised);
  EXPECT_GT(worst(Integer(mean * 3 / 4)), promised); // teeth: a quarter fewer would not do
}

TEST(PoissonCounts, LargeMeansComeCloseToOrderOverMean) {
  for (const long mean : {10000000L, 4294967296L}) {
    for (const unsigned order : {2U, 40U, 500U}) {
      const double ratio_to_limit = divergence(mean, order).get_d() * static_cast<double>(mean) / order;
      EXPECT_GT(ratio_to_limit, 1);
      EXPECT_LT(ratio_to_limit, 1 + 1e-6);
    }
  }
}

// Where the code changes from sums to series, nothing jumps: order/mean is nearly the whole of it.
TEST(PoissonCounts, SumsAndSeriesMeet) {
  for (const unsigned order : {2U, 10U, 40U, 200U}) {
    double before = 0;
    for (long mean = 20 + 20 * static_cast<long>(order); mean < 3000 + 30 * static_cast<long>(order);
         mean += mean / 8) {
      const double excess = divergence(mean, order).get_d() * static_cast<double>(mean) / order - 1;
      EXPECT_GT(excess, 0);
      if (before > 0) {
        EXPECT_LT(excess, before) << mean << ' ' << order;
        EXPECT_GT(excess, before / 2) << mean << ' ' << order;
      }
      before = excess;
    }
  }
}

TEST(PoissonCounts, TheMeanPassesItsOwnCheckAndLittleLessWouldNot) {
  struct Case {
    const char *rho;
    unsigned order;
    std::uint64_t reports;
  };
  for (const Case &c :
       {Case{"0.01", 40, 10}, Case{"0.1", 10, 100}, Case{"0.015", 35, 640}, Case{"1e-5", 400, 100},
        Case{"0.3", 9, 30}, Case{"0.05", 20, 1}, Case{"1e-7", 1000, 10}}) {
    const Rho rho = *Rho::parse(c.rho);
    const Integer mean = *poisson_mean_for(rho, c.order, c.reports);
    const Rational limit = rho.exact() * c.order;
    EXPECT_LE(*poisson_divergence(mean, c.order) * to_integer(c.reports), limit);
    const Integer less = mean - std::max(Integer(1), Integer(mean / 1000));
    EXPECT_GT(*poisson_divergence(less, c.order) * to_integer(c.reports), limit) << c.rho;
  }
}

TEST(PoissonCounts, AMeanWantedForDeltaIsKept) {
  const Integer least = *poisson_mean_for_delta(number("1e-9"), 100);
  EXPECT_EQ(least, 26); // ln(100e9) = 25.3
  EXPECT_LE(poisson_delta(least, 100), number("1e-9"));
  EXPECT_GT(poisson_delta(least - 1, 100), number("1e-9"));
  EXPECT_EQ(*poisson_mean_for(*Rho::parse("1000"), 2, 100, least), least);
  EXPECT_GT(*poisson_mean_for(*Rho::parse("1"), 2, 100, least), 99);
}

TEST(PoissonCounts, DeltaIsTheProbabilityOfAnEmptyBin) {
  EXPECT_TRUE(is_just_above(poisson_delta(Integer(20), 7), // 7 exp(-20), mpmath
                            number("1.442807535706990479576158266109074683463e-8")));
  EXPECT_GT(poisson_delta(power_of_two(32), 1), 0);
  EXPECT_LT(poisson_delta(power_of_two(32), 1), number("1e-100"));
  EXPECT_EQ(poisson_delta(Integer(5), 0), 0);
  EXPECT_THROW(poisson_delta(Integer(-1), 1), std::logic_error);
}

TEST(PoissonCounts, WhatCannotBeHonouredIsRefused) {
  EXPECT_EQ(poisson_divergence(Integer(0), 2).error().wrong,
            "the mean number of dummies in a bin must be from 1 to 2^32, got 0");
  EXPECT_FALSE(poisson_divergence(power_of_two(32) + 1, 2));
  EXPECT_EQ(poisson_divergence(Integer(10), 1).error().wrong,
            "the Renyi order must be from 2 to 4096, got 1");
  EXPECT_FALSE(poisson_divergence(Integer(10), 4097));
  EXPECT_EQ(poisson_mean_for(*Rho::parse("1e-9"), 40, 1000).error().wrong,
            "hiding 1000 reports at rho = 1e-09 takes more than 2^32 dummies a bin");
  EXPECT_FALSE(poisson_mean_for(*Rho::of(ratio(1, power_of_two(32))), 40, 1));
  EXPECT_FALSE(poisson_mean_for(*Rho::parse("1"), 2, 0));
  EXPECT_FALSE(poisson_mean_for(*Rho::parse("1"), 1, 1));
  EXPECT_FALSE(poisson_mean_for(*Rho::parse("1"), 2, 1, Integer(0)));
  EXPECT_FALSE(poisson_mean_for_delta(Rational(0), 1));
}

} // namespace poisson_counts_test
} // namespace poise::internal
