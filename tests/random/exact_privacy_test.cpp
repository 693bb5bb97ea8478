// Privacy by enumeration: output probabilities read from the code itself, on all neighbours.
#include "oracle/exact_masses.h"
#include "oracle/probe.h"
#include "oracle/scripted_bits.h"
#include "poise/random/sampler/discrete_gaussian.h"
#include "poise/random/sampler/discrete_gaussian_table.h"
#include "poise/random/sampler/discrete_laplace.h"
#include "poise/random/sampler/exponential_mechanism.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <vector>

namespace poise::internal {
namespace exact_privacy_test {

using Law = std::map<std::int64_t, long double>;
using oracle::ScriptedBits;
using oracle::ScriptEnded;
using oracle::share_of_words;

constexpr std::uint64_t half = std::uint64_t{1} << 63;
constexpr double alphas[] = {1.01, 1.5, 2, 3, 5, 10, 30};

// Rényi divergence of order alpha over the outcomes both laws list.
long double renyi(const Law &p, const Law &q, long double alpha) {
  long double sum = 0;
  for (const auto &[x, mass] : p)
    if (const auto other = q.find(x); other != q.end() && mass > 0)
      sum += std::exp(alpha * std::log(mass) + (1 - alpha) * std::log(other->second));
  return std::log(sum) / (alpha - 1);
}

Law shifted(const Law &law, std::int64_t by) {
  Law result;
  for (const auto &[x, mass] : law) result[x + by] = mass;
  return result;
}

Law normalised(Law law) {
  long double total = 0;
  for (const auto &[x, mass] : law) total += mass;
  for (auto &[x, mass] : law) mass /= total;
  return law;
}

// Which word makes uniform_below(bound) return `value` (its block of words starts above
// value * 2^64 / bound; the middle of the block is never rejected).
std::uint64_t word_for(std::uint64_t value, std::uint64_t bound) {
  return Integer((2 * to_integer(value) + 1) * power_of_two(63) / to_integer(bound)).get_ui();
}

// P(V >= k) as UnitGeometric decides it.
std::vector<long double> unit_geometric_tails(std::uint64_t rounds) {
  std::vector<long double> tails;
  for (std::uint64_t k = 0; k <= rounds; ++k)
    tails.push_back(share_of_words([k](std::uint64_t word) {
      ScriptedBits bits({word, half}); // a tie, or a word of zeros, goes on with this one
      return UnitGeometric()(bits) >= k;
    }));
  return tails;
}

// A word for which UnitGeometric returns k: the middle between exp(-k) and exp(-k-1).
std::uint64_t word_for_rounds(std::uint64_t k) {
  const double middle = std::exp(-static_cast<double>(k)) * 0.6;
  return static_cast<std::uint64_t>(middle * 0x1p64);
}

// The law of DiscreteGaussian: every proposal (sign, offset, rounds), with the share of
// acceptance words found by bisection.
Law law_of(const DiscreteGaussian &gaussian, std::uint64_t max_rounds) {
  const auto span = static_cast<std::uint64_t>(gaussian.span());
  const std::vector<long double> tails = unit_geometric_tails(max_rounds);
  Law law;
  for (std::uint64_t signed_offset = 0; signed_offset < 2 * span; ++signed_offset) {
    for (std::uint64_t rounds = 0; rounds < max_rounds; ++rounds) {
      std::int64_t outcome = 0;
      const auto accepted = [&](std::uint64_t word) {
        ScriptedBits bits({word_for(signed_offset, 2 * span), word_for_rounds(rounds), word});
        try {
          outcome = static_cast<std::int64_t>(gaussian(bits));
          return true;
        } catch (const ScriptEnded &) {
          return false;
        }
      };
      const long double share = share_of_words(accepted);
      if (share > 0) law[outcome] += share * (tails[rounds] - tails[rounds + 1]);
    }
  }
  return normalised(law);
}

TEST(ExactPrivacy, DiscreteGaussianCodeHasTheLawItPromises) {
  for (const Rational &variance : {ratio(1, 3), ratio(1, 1), ratio(5, 2), ratio(12, 1)}) {
    const oracle::DiscreteGaussianMass mass(variance.get_d());
    for (const auto &[x, probability] : law_of(DiscreteGaussian(variance), 12))
      EXPECT_NEAR(static_cast<double>(probability), mass(x), 1e-14) << variance << " at " << x;
  }
}

TEST(ExactPrivacy, DiscreteGaussianOnNeighbouringSumsCostsTheRhoItClaims) {
  for (const Rational &variance : {ratio(1, 1), ratio(5, 2), ratio(12, 1)}) {
    const Law law = law_of(DiscreteGaussian(variance), 14);
    for (std::int64_t sensitivity = 1; sensitivity <= 4; ++sensitivity) {
      const double moved = static_cast<double>(sensitivity * sensitivity);
      const double rho = moved / (2 * variance.get_d());
      bool tight = false;
      for (const double alpha : alphas) {
        // Far shifts at high orders would need outcomes beyond the enumerated rounds.
        if (alpha * static_cast<double>(sensitivity) > 2.5 * std::sqrt(variance.get_d()) + 6) continue;
        const auto loss = static_cast<double>(renyi(shifted(law, sensitivity), law, alpha));
        // Equality is attained; the last digits go to tail masses known to 2^-63 only.
        EXPECT_LE(loss, alpha * rho * (1 + 1e-6))
            << variance << " alpha " << alpha << " shift " << sensitivity;
        tight = tight || loss > 0.99 * alpha * rho;
      }
      EXPECT_TRUE(tight) << "the claim is met with equality somewhere, or the test sees nothing";
    }
  }
}

TEST(ExactPrivacy, DiscreteGaussianTableCostsTheSameRho) {
  for (const Rational &variance : {ratio(1, 1), ratio(12, 1)}) {
    const DiscreteGaussianTable gaussian(variance);
    Law law;
    std::uint64_t before = 0;
    std::int64_t outcome = 0;
    for (const std::uint64_t entry : gaussian.table().floors()) {
      // Masses below 2^-44 are too coarse in 64 bits to form ratios of.
      if (entry - before > std::uint64_t{1} << 20)
        law[outcome % 2 == 1 ? outcome / 2 + 1 : -outcome / 2] =
            static_cast<long double>(entry - before) * 0x1p-64L;
      before = entry;
      ++outcome;
    }
    for (const double alpha : {1.5, 2.0, 3.0}) {
      const auto loss = static_cast<double>(renyi(shifted(law, 1), law, alpha));
      EXPECT_LE(loss, alpha / (2 * variance.get_d()) + 1e-6) << variance << " alpha " << alpha;
      EXPECT_GE(loss, 0.99 * alpha / (2 * variance.get_d())) << variance << " alpha " << alpha;
    }
  }
}

// The law of DiscreteLaplace: sign word, offset word, acceptance word, rounds word.
Law law_of(const DiscreteLaplace &laplace, std::uint64_t span, std::uint64_t max_rounds) {
  const std::vector<long double> tails = unit_geometric_tails(max_rounds);
  Law law;
  for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
    for (std::uint64_t offset = 0; offset < span; ++offset) {
      for (std::uint64_t rounds = 0; rounds < max_rounds; ++rounds) {
        std::int64_t outcome = 0;
        bool minus_zero = false;
        const auto accepted = [&](std::uint64_t word) {
          ScriptedBits bits({sign, word_for(offset, span), word, word_for_rounds(rounds)});
          try {
            outcome = static_cast<std::int64_t>(laplace(bits));
            return true;
          } catch (const ScriptEnded &) {
            // A rejected offset asks for a new one at once; minus zero uses up all four words.
            minus_zero = bits.used() == 4 && word == 0;
            return false;
          }
        };
        const long double share = share_of_words(accepted);
        EXPECT_EQ(share == 0, minus_zero);
        if (share > 0) law[outcome] += share * (tails[rounds] - tails[rounds + 1]);
      }
    }
  }
  return normalised(law);
}

TEST(ExactPrivacy, DiscreteLaplaceOnNeighbouringCountsCostsTheEpsilonItClaims) {
  for (const Rational &rate : {ratio(1, 1), ratio(1, 4), ratio(2, 3), ratio(3, 2)}) {
    const DiscreteLaplace laplace(rate);
    const Law law = law_of(laplace, rate.get_den().get_ui(), 20);
    for (const auto &[x, probability] : law)
      EXPECT_NEAR(static_cast<double>(probability), oracle::discrete_laplace_mass(rate.get_d(), x), 1e-8);
    for (std::int64_t sensitivity = 1; sensitivity <= 3; ++sensitivity) {
      double worst = 0;
      const double reach = 12 / rate.get_d(); // beyond it the enumerated rounds end
      for (const auto &[x, probability] : law)
        if (const auto other = law.find(x + sensitivity);
            other != law.end() && std::fabs(static_cast<double>(x)) < reach)
          worst = std::max(worst, std::fabs(static_cast<double>(std::log(probability / other->second))));
      EXPECT_LE(worst, rate.get_d() * static_cast<double>(sensitivity) + 1e-6) << rate;
      EXPECT_GE(worst, rate.get_d() * static_cast<double>(sensitivity) - 1e-6) << rate;
    }
  }
}

// --- The exponential mechanism on all small data sets ------------------------------------

// A quantile's rank error for candidate y in 0 … domain-1: how many records must change
// for y to have `rank` records at or below it (0 where it already is the quantile).
std::vector<Gap> quantile_gaps(const std::vector<int> &data, int rank, int domain) {
  std::vector<Gap> gaps;
  for (int y = 0; y < domain; ++y) {
    const auto at_or_below = std::count_if(data.begin(), data.end(), [y](int x) { return x <= y; });
    const auto below = std::count_if(data.begin(), data.end(), [y](int x) { return x < y; });
    const std::int64_t length = std::max<std::int64_t>({0, rank - at_or_below, below - rank + 1});
    gaps.push_back({1, static_cast<std::uint64_t>(length)});
  }
  return gaps;
}

// The law of one mechanism: the majorants are the tickets, the acceptance is bisected.
Law law_of(const ExponentialMechanism &mechanism, std::size_t gaps) {
  UInt128 total = 0;
  for (std::size_t i = 0; i < gaps; ++i) total += mechanism.majorant(i);
  EXPECT_TRUE(total >> 64 == 0) << "this test scripts one-word tickets";
  Law law;
  UInt128 before = 0;
  for (std::size_t i = 0; i < gaps; ++i) {
    const auto ticket = static_cast<std::uint64_t>(before + mechanism.majorant(i) / 2);
    before += mechanism.majorant(i);
    const long double share = share_of_words([&](std::uint64_t word) {
      ScriptedBits bits({word_for(ticket, static_cast<std::uint64_t>(total)), word, half});
      try {
        EXPECT_EQ(mechanism(bits).gap, i);
        return true;
      } catch (const ScriptEnded &) {
        return false;
      }
    });
    law[static_cast<std::int64_t>(i)] =
        share * static_cast<long double>(static_cast<std::uint64_t>(mechanism.majorant(i)));
  }
  return normalised(law);
}

TEST(ExactPrivacy, ExponentialMechanismIsPrivateOnAllNeighboursOfAllSmallDataSets) {
  constexpr int domain = 4;
  constexpr int records = 3;
  for (const Rational &rate : {ratio(1, 2), ratio(1, 5), ratio(3, 2)}) {
    for (int rank = 1; rank <= records; ++rank) {
      std::vector<Law> laws;
      std::vector<std::vector<int>> all;
      for (int code = 0; code < domain * domain * domain; ++code) {
        all.push_back({code % domain, code / domain % domain, code / domain / domain});
        const std::vector<Gap> gaps = quantile_gaps(all.back(), rank, domain);
        laws.push_back(law_of(ExponentialMechanism(gaps, rate), gaps.size()));
      }
      const double epsilon = 2 * rate.get_d();
      const double rho = rate.get_d() * rate.get_d() / 2;
      for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
          int differing = 0;
          for (std::size_t i = 0; i < records; ++i) differing += all[a][i] != all[b][i] ? 1 : 0;
          if (differing != 1) continue;
          for (const auto &[x, probability] : laws[a])
            EXPECT_LE(static_cast<double>(std::log(probability / laws[b].at(x))), epsilon + 1e-12);
          for (const double alpha : alphas)
            EXPECT_LE(static_cast<double>(renyi(laws[a], laws[b], alpha)), alpha * rho + 1e-12);
        }
      }
    }
  }
}

TEST(ExactPrivacy, ExponentialMechanismCodeHasTheLawItPromises) {
  const std::vector<Gap> gaps = {{2, 3}, {7, 1}, {1, 0}, {5, 4}};
  for (const Rational &rate : {ratio(1, 2), ratio(7, 5)}) {
    const ExponentialMechanism mechanism(gaps, rate);
    Law truth;
    for (std::size_t i = 0; i < gaps.size(); ++i)
      truth[static_cast<std::int64_t>(i)] =
          static_cast<long double>(gaps[i].count) *
          std::exp(-static_cast<long double>(rate.get_d()) * static_cast<long double>(gaps[i].score));
    truth = normalised(truth);
    for (const auto &[i, probability] : law_of(mechanism, gaps.size()))
      EXPECT_NEAR(static_cast<double>(probability), static_cast<double>(truth[i]), 1e-15);
  }
}

} // namespace exact_privacy_test
} // namespace poise::internal
