// A noisy count: what all neighbours of small tables lose, by the exact law, and the noise it states.
#include "poise/mechanism/noisy_count.h"

#include "aggregate/opened_sum.h"
#include "aggregate/people_tables.h"
#include "mechanism/shifted_renyi.h"
#include "poise/aggregate/people/mapped_norms.h"
#include "poise/random/seeded_bits.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace noisy_count_test {

constexpr double radii[] = {0, 1, 2, 4};

ExactCounts counts_of(const std::vector<double> &cells) {
  return MappedNorms::of(people_of(1, cells), {.centre = {0}, .gain = {1}}, radii).value();
}

NoisyCount noisy(const ExactCounts &counts, std::size_t which, const char *rho, Bits &bits) {
  return noisy_count(counts, which, Grant<Rho>::open(Rho::parse(rho).value()), bits, "s")->value();
}

TEST(NoisyCount, NoPairOfNeighboursLosesMoreThanRhoAtAnyOrder) {
  std::vector<ExactCounts> all;
  for (const double a : {-3.0, -1.0, 0.0, 0.5, 1.5, 2.0, 9.0, a_gap}) all.push_back(counts_of({0.2, 3, a}));
  const auto key = ReleaseKeyForTests::make();
  for (const char *text : {"0.02", "0.5"}) {
    const auto rho = static_cast<long double>(Rho::parse(text).value().display());
    SeededBits bits(1);
    const auto variance = static_cast<long double>(noisy(all[0], 0, text, bits).noise_variance.get_d());
    long double worst = 0;
    for (std::size_t which = 0; which < std::size(radii); ++which)
      for (const ExactCounts &one : all)
        for (const ExactCounts &other : all) {
          const long shift =
              static_cast<long>(one.values(key)[which]) - static_cast<long>(other.values(key)[which]);
          for (const long double alpha : {1.01L, 2.0L, 10.0L}) {
            const long double loss = shifted_renyi(shift, variance, alpha) / alpha;
            EXPECT_LE(loss, rho * (1 + 1e-9L));
            worst = std::max(worst, loss);
          }
        }
    EXPECT_GT(worst, 0.95L * rho); // and some pair loses nearly all of it: the check has teeth
  }
}

TEST(NoisyCount, TheReleaseIsTheExactCountPlusNoiseOfTheVarianceItStates) {
  // False alarm below 1e-6: a mean beyond 6, a mean square beyond 6 of their standard deviations.
  const ExactCounts counts = counts_of({0, 0.5, 3, 5, a_gap});
  const auto key = ReleaseKeyForTests::make();
  constexpr int draws = 40000;
  double sum = 0, squares = 0, variance = 0;
  SeededBits bits(7);
  for (int i = 0; i < draws; ++i) {
    const NoisyCount one = noisy(counts, 2, "0.02", bits);
    variance = one.noise_variance.get_d();
    const double off = static_cast<double>(one.value) - static_cast<double>(counts.values(key)[2]);
    sum += off;
    squares += off * off;
  }
  EXPECT_EQ(variance, 25);
  EXPECT_LE(std::abs(sum / draws), 6 * std::sqrt(variance / draws));
  EXPECT_NEAR(squares / draws / variance, 1, 6 * std::sqrt(2.0 / draws));
}

TEST(NoisyCount, ACountThatIsNotThereIsABug) {
  SeededBits bits(1);
  EXPECT_THROW((void)noisy(counts_of({1, 2}), 4, "1", bits), std::logic_error);
}

} // namespace noisy_count_test
} // namespace poise::internal
