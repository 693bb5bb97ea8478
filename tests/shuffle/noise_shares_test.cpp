// Shares of noise: what the honest ones add up to, exactly, and what that hides.
#include "poise/shuffle/noise_shares.h"

#include "oracle/exact_masses.h"
#include "oracle/probe.h"
#include "oracle/scripted_bits.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <vector>

namespace poise::internal {
namespace noise_shares_test {

// A law on the integers from `first` on.
struct Law {
  std::int64_t first;
  std::vector<long double> masses;

  long double operator()(std::int64_t x) const {
    const std::int64_t at = x - first;
    return at < 0 || at >= static_cast<std::int64_t>(masses.size()) ? 0
                                                                    : masses[static_cast<std::size_t>(at)];
  }
};

// Of the sum of two independent variables. All terms are positive: nothing cancels.
Law sum_of(const Law &a, const Law &b) {
  Law sum{a.first + b.first, std::vector<long double>(a.masses.size() + b.masses.size() - 1)};
  for (std::size_t i = 0; i < a.masses.size(); ++i)
    for (std::size_t j = 0; j < b.masses.size(); ++j) sum.masses[i + j] += a.masses[i] * b.masses[j];
  return sum;
}

Law sum_of_shares(const Law &share, int honest) {
  Law sum = share;
  for (int i = 1; i < honest; ++i) sum = sum_of(sum, share);
  return sum;
}

// The law of PolyaShare in the code's own probabilities, to 2^-63 each: of its first draw, and of its second.
Law law_of(const PolyaShare &share, std::int64_t most) {
  const auto law_of_draw = [&](bool first) {
    Law law{0, {}};
    long double before = 0;
    for (std::int64_t k = 0; k <= most; ++k) {
      const long double up_to = oracle::share_of_words([&](std::uint64_t word) {
        std::vector<std::uint64_t> script(20); // a word of zeros draws no count at all
        script[first ? 0 : 1] = word;
        oracle::ScriptedBits bits(script);
        return (first ? 1 : -1) * share(bits) <= k;
      });
      law.masses.push_back(up_to - before);
      before = up_to;
    }
    return law;
  };
  Law minus = law_of_draw(false);
  std::reverse(minus.masses.begin(), minus.masses.end());
  minus.first = -most;
  return sum_of(law_of_draw(true), minus);
}

long double farthest_from_laplace(const Law &law, long double rate) {
  const long double a = std::exp(-rate);
  long double farthest = 0;
  for (std::int64_t x = -60; x <= 60; ++x) {
    const long double laplace = (1 - a) / (1 + a) * std::pow(a, static_cast<long double>(std::abs(x)));
    farthest = std::max(farthest, std::abs(law(x) - laplace));
  }
  return farthest;
}

TEST(PolyaShare, AllOfThemAddUpToDiscreteLaplaceExactly) {
  for (const int honest : {2, 5}) { // one alone draws a geometric variable by rejection: see the draws
    const PolyaShare share(static_cast<std::uint64_t>(honest), ratio(2, 3));
    const Law sum = sum_of_shares(law_of(share, 75), honest); // beyond 75: less than exp(-50)
    EXPECT_LT(farthest_from_laplace(sum, 2.0L / 3), 1e-15L) << honest;
    EXPECT_GT(farthest_from_laplace(sum, 2.001L / 3), 1e-15L) << honest;
  }
}

TEST(PolyaShare, OneMissingWouldBeNoticed) {
  const PolyaShare share(5, ratio(2, 3));
  EXPECT_GT(farthest_from_laplace(sum_of_shares(law_of(share, 75), 4), 2.0L / 3), 0.01L);
}

// False alarms at most 1e-6 each.
TEST(PolyaShare, DrawsAddUpToDiscreteLaplaceAndAFifthLessNoiseDoesNotFit) {
  for (const std::uint64_t honest : {1U, 3U, 20U}) {
    SeededBits bits(821, honest);
    const PolyaShare share(honest, ratio(1, 4));
    const auto counts = statistical::count(100'000, [&] {
      std::int64_t sum = 0;
      for (std::uint64_t i = 0; i < honest; ++i) sum += share(bits);
      return sum;
    });
    const auto laplace = [](double rate) {
      return [rate](std::int64_t x) { return oracle::discrete_laplace_mass(rate, x); };
    };
    EXPECT_EQ(statistical::misfit(counts, laplace(0.25), -60, 60), "") << honest;
    EXPECT_NE(statistical::misfit(counts, laplace(0.25 / 0.8), -60, 60), "") << honest;
    EXPECT_NE(statistical::misfit(counts, laplace(0.25 * 0.8), -60, 60), "") << honest;
  }
}

TEST(PolyaShare, NeedsSomeoneHonest) { EXPECT_THROW(PolyaShare(0, Rational(1)), std::logic_error); }

// The definition of the discrete Gaussian, far into its tails.
Law gaussian(long double variance, std::int64_t most) {
  Law law{-most, {}};
  long double total = 0;
  for (std::int64_t x = -most; x <= most; ++x) {
    const auto real = static_cast<long double>(x);
    law.masses.push_back(std::exp(-real * real / (2 * variance)));
    total += law.masses.back();
  }
  for (long double &mass : law.masses) mass /= total;
  return law;
}

TEST(GaussianShare, TheTableHoldsTheDefinition) {
  const GaussianShare share(ratio(3, 2), 1'000'000);
  ASSERT_TRUE(share.by_table());
  const Law law = gaussian(1.5L, 40);
  long double up_to = 0;
  for (std::int64_t outcome = 0; outcome < 16; ++outcome) { // 0, 1, -1, 2, -2, …
    const auto place = [](std::int64_t x) { return x > 0 ? 2 * x - 1 : -2 * x; };
    up_to += law(outcome % 2 == 1 ? (outcome + 1) / 2 : -outcome / 2);
    const long double drawn = oracle::share_of_words([&](std::uint64_t word) {
      std::vector<std::uint64_t> script(20);
      script[0] = word;
      oracle::ScriptedBits bits(script);
      return place(share(bits)) <= outcome;
    });
    EXPECT_NEAR(static_cast<double>(drawn - up_to), 0, 1e-18) << outcome;
  }
}

// False alarms at most 1e-6 each. Few draws expected: by rejection; many: by table.
TEST(GaussianShare, DrawsFitByEitherRoadAndAFifthLessVarianceDoesNot) {
  for (const std::uint64_t expected : {1U, 1'000'000U}) {
    for (const Rational &variance : {ratio(1, 3), ratio(100, 7)}) {
      SeededBits bits(822, expected);
      const GaussianShare share(variance, expected);
      EXPECT_EQ(share.by_table(), expected > 1);
      const auto counts = statistical::count(200'000, [&] { return share(bits); });
      const oracle::DiscreteGaussianMass mass(variance.get_d());
      EXPECT_EQ(statistical::misfit(counts, mass, -30, 30), "") << variance;
      const oracle::DiscreteGaussianMass less(0.8 * variance.get_d());
      EXPECT_NE(statistical::misfit(counts, less, -30, 30), "") << variance;
    }
  }
}

TEST(GaussianShare, ServesLargeVariancesAndRefusesTheRest) {
  SeededBits bits(823);
  const GaussianShare share(Rational(power_of_two(100)), 1'000'000);
  EXPECT_FALSE(share.by_table());
  for (int i = 0; i < 1000; ++i) EXPECT_LT(std::abs(share(bits)), std::int64_t{1} << 54); // sixteen sigma
  EXPECT_THROW(GaussianShare(Rational(0), 1), std::logic_error);
  EXPECT_THROW(GaussianShare(Rational(power_of_two(101)), 1), std::logic_error);
}

long double renyi(const Law &law, std::int64_t shift, long double order, std::int64_t most) {
  long double sum = 0;
  for (std::int64_t x = -most; x <= most; ++x)
    sum += std::exp(order * std::log(law(x)) + (1 - order) * std::log(law(x - shift)));
  return std::log(sum) / (order - 1);
}

// What noise_shares.h says that the sum hides, in one coordinate.
long double claimed_rho(int honest, long double variance, std::int64_t shift) {
  constexpr long double pi = std::numbers::pi_v<long double>;
  long double tau = 0;
  for (int k = 1; k < honest; ++k)
    tau += 10 *
           std::exp(-2 * pi * pi * variance * static_cast<long double>(k) / static_cast<long double>(k + 1));
  const long double epsilon = static_cast<long double>(shift) / std::sqrt(honest * variance) + tau;
  return epsilon * epsilon / 2;
}

// The largest share of the claim that is used up, over orders and shifts.
long double used(int honest, long double variance, long double claimed_variance) {
  long double most_used = 0;
  for (const std::int64_t shift : {1, 3}) {
    for (const long double order : {1.5L, 2.0L, 5.0L, 16.0L}) {
      // The sum peaks at `order` shifts from the middle; twelve deviations on either side hold the rest.
      const long double deviation = std::sqrt(honest * variance);
      const auto most =
          static_cast<std::int64_t>(static_cast<long double>(shift) * order + 12 * deviation) + 3;
      const Law sum = sum_of_shares(gaussian(variance, most + shift), honest);
      const long double claim = order * claimed_rho(honest, claimed_variance, shift);
      most_used = std::max(most_used, renyi(sum, shift, order, most) / claim);
    }
  }
  return most_used;
}

// By exact convolution, no draws: nothing can be a false alarm.
TEST(GaussianShare, TheSumHidesWhatIsClaimedAtEveryOrder) {
  for (const int honest : {1, 2, 3, 6}) {
    for (const long double variance : {0.2L, 0.5L, 1.0L, 2.0L, 9.0L}) {
      EXPECT_LE(used(honest, variance, variance), 1 + 1e-12L) << honest << " " << variance;
    }
  }
}

TEST(GaussianShare, AClaimOfAFifthMoreVarianceWouldBeCaught) {
  for (const int honest : {1, 2, 3, 6}) {
    for (const long double variance : {1.0L, 2.0L, 9.0L}) {
      EXPECT_GT(used(honest, variance, 1.2L * variance), 1.15L) << honest << " " << variance;
    }
  }
}

// And without tau the claim would be wrong: few narrow shares do not add up to a discrete Gaussian.
TEST(GaussianShare, NarrowSharesNeedTheirTau) {
  long double most = 0;
  for (const long double order : {1.5L, 2.0L, 5.0L, 16.0L}) {
    const Law sum = sum_of_shares(gaussian(0.2L, 40), 2);
    most = std::max(most, renyi(sum, 1, order, 38) / (order * 0.5L / (2 * 0.2L)));
  }
  EXPECT_GT(most, 1.01L);
}

TEST(RandomlyRounded, HasTheValueAsItsExactMean) {
  for (const unsigned shift : {0U, 1U, 3U, 6U}) {
    for (std::int64_t value = -150; value <= 150; ++value) {
      const std::int64_t scale = std::int64_t{1} << shift;
      std::int64_t sum = 0;
      for (std::int64_t r = 0; r < scale; ++r) {
        // The leading bits of a word are r; the rest must not matter.
        const std::uint64_t lead = shift == 0 ? 0 : static_cast<std::uint64_t>(r) << (64 - shift);
        oracle::ScriptedBits low({lead}), high({lead | ~std::uint64_t{0} >> shift});
        const std::int64_t rounded = randomly_rounded(value, shift, low);
        EXPECT_EQ(rounded, randomly_rounded(value, shift, high));
        EXPECT_LT(std::abs(rounded * scale - value), scale);
        sum += rounded;
      }
      EXPECT_EQ(sum, value) << shift;
    }
  }
}

TEST(RandomlyRounded, DoesNotOverflow) {
  const std::uint64_t ones = ~std::uint64_t{0};
  for (const unsigned shift : {1U, 32U, 63U}) {
    oracle::ScriptedBits bits({ones, 0});
    const std::int64_t top = std::numeric_limits<std::int64_t>::max();
    EXPECT_EQ(randomly_rounded(top, shift, bits), std::int64_t{1} << (63 - shift));
    EXPECT_EQ(randomly_rounded(-top - 1, shift, bits), -(std::int64_t{1} << (63 - shift)));
  }
  oracle::ScriptedBits none({});
  EXPECT_THROW(randomly_rounded(1, 64, none), std::logic_error);
}

} // namespace noise_shares_test
} // namespace poise::internal
