// Columns that are mostly one thing and partly another: zeros with some numbers, zeros and ones, two humps
// far apart. Nobody far out may be hidden by a grid made for the others.
#include "estimate/universal_data.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/universal/universal_mean.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/estimate/universal/universal_variance.h"

#include <gtest/gtest.h>

namespace poise::internal {
namespace universal_mixtures_test {

const RunOptions alone{.threads = 1};
constexpr std::size_t rows = 20'000;
constexpr std::uint64_t runs = 6;

struct Mixture {
  std::string name;
  Numbers cells;
  double furthest; // the largest magnitude
  const char *epsilon, *rho;
};

// Every so often, by chance, something else.
Numbers mixed(double share, double (*usual)(SeededBits &), double (*other)(SeededBits &)) {
  SeededBits dice(700);
  Numbers cells(rows);
  for (double &cell : cells) cell = uniform(dice) < share ? other(dice) : usual(dice);
  return cells;
}

double zero(SeededBits &) { return 0; }
double one(SeededBits &) { return 1; }
double about_a_hundred(SeededBits &dice) { return 100 + 10 * normal(dice); }
double million(SeededBits &) { return 1e6; }

// 3% are fewer than the reach of a budget of 1 promises to find among all doubles (margin and search_error of
// safe_search, at a twentieth of it): they are asked about with as much as it takes.
const std::vector<Mixture> &mixtures() {
  static const std::vector<Mixture> all = {{"half zeros", mixed(0.5, zero, about_a_hundred), 150, "1", "1/2"},
                                           {"95% zeros", mixed(0.05, zero, about_a_hundred), 150, "1", "1/2"},
                                           {"10% ones", mixed(0.1, zero, one), 1, "1", "1/2"},
                                           {"3% ones", mixed(0.03, zero, one), 1, "4", "8"},
                                           {"two humps", mixed(0.2, normal, million), 1e6, "1", "1/2"}};
  return all;
}

double variance_of(const Numbers &cells) {
  const double mean = mean_of(cells);
  long double squares = 0;
  for (const double cell : cells) squares += (cell - mean) * static_cast<long double>(cell - mean);
  return static_cast<double>(squares / static_cast<long double>(cells.size() - 1));
}

// Fixed seeds. Noise that is Laplace is beyond six of its standard deviations with a chance of 2e-4; a search
// may leave out so many rows beside.
constexpr double few = 6, left_out = 150;

template <class Run> void expect_means(const Run &run) {
  for (const auto &[name, cells, furthest, pure, zcdp] : mixtures())
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      const Estimate mean = run(Mixture{name, cells, furthest, pure, zcdp}, seed);
      const double clipping = left_out * furthest / static_cast<double>(rows);
      EXPECT_NEAR(mean.value[0], mean_of(cells), few * mean.noise_std[0] + clipping) << name << " " << seed;
      // The noise is that of everybody's range, and not of a far wider one.
      EXPECT_LE(mean.noise_std[0], 20 * furthest / static_cast<double>(rows)) << name << " " << seed;
    }
}

TEST(UniversalMixtures, PureMeansAreRight) {
  expect_means([](const Mixture &of, std::uint64_t seed) {
    SeededBits bits(701, seed);
    return universal_mean(one_column(of.cells), epsilon(of.epsilon), bits, {}, alone).value();
  });
}

TEST(UniversalMixtures, ZcdpMeansAreRight) {
  expect_means([](const Mixture &of, std::uint64_t seed) {
    SeededBits bits(702, seed);
    return universal_mean(one_column(of.cells), rho(of.rho), bits, {}, alone).value();
  });
}

TEST(UniversalMixtures, InstanceOptimalMeansWithoutABoundAreRight) {
  expect_means([](const Mixture &of, std::uint64_t seed) {
    SeededBits bits(703, seed);
    return instance_optimal_mean(one_column(of.cells), std::nullopt, rho("1/2"), bits, {}, alone).value();
  });
}

// The variance over pairs is itself a sample: half the mean of n / 2 squares, of a standard deviation of at
// most d^2 / 2 / sqrt(n / 2) where no two are further apart than d.
TEST(UniversalMixtures, VariancesAreRight) {
  for (const auto &[name, cells, furthest, pure, zcdp] : mixtures())
    for (std::uint64_t seed = 0; seed < runs; ++seed) {
      const double square = furthest * furthest, pairs = rows / 2.0;
      const double sampling = square / 4 / std::sqrt(pairs), clipping = left_out * square / 2 / pairs;
      const auto expect_right = [&, &mixed = cells, &called = name](const Estimate &found) {
        EXPECT_NEAR(found.value[0], variance_of(mixed), few * found.noise_std[0] + few * sampling + clipping)
            << called << " " << seed;
        EXPECT_LE(found.noise_std[0], 20 * square / pairs) << called << " " << seed;
      };
      SeededBits bits(704, seed);
      expect_right(universal_variance(one_column(cells), epsilon(pure), bits, {}, alone).value());
      expect_right(universal_variance(one_column(cells), rho(zcdp), bits, {}, alone).value());
    }
}

// A value is right where its ranks, those of everybody tied with it, come as near to the one asked for as was
// told; a grid's step to either side is the same value.
TEST(UniversalMixtures, QuantilesHaveTheirRanksUpToTheErrorTold) {
  const std::vector<Rational> asked = {ratio(1, 4), ratio(1, 2), ratio(3, 4), ratio(99, 100)};
  int wrong = 0, all = 0;
  for (const auto &[name, cells, furthest, pure, zcdp] : mixtures())
    for (std::uint64_t seed = 0; seed < runs; ++seed)
      for (const Rational &quantile : asked) {
        SeededBits bits(705, seed);
        const auto found =
            universal_quantiles(one_column(cells), {quantile}, epsilon("1"), bits, {}, alone).value();
        const double value = found.values[0][0], step = 1e-3 * std::max(1.0, std::fabs(value));
        const auto below = std::ranges::count_if(cells, [&](double cell) { return cell < value - step; }),
                   within = std::ranges::count_if(cells, [&](double cell) { return cell <= value + step; });
        const double rank = rows * quantile.get_d(), told = static_cast<double>(found.rank_errors[0].rows);
        EXPECT_LE(told, rows / 20.0) << name;
        wrong += static_cast<double>(below) > rank + told || static_cast<double>(within) < rank - told;
        ++all;
      }
  EXPECT_LE(wrong, all / 40);
}

// Of 95% zeros, the quantile 0.99 is among the others: a grid for the zeros alone would never come there.
TEST(UniversalMixtures, AHighQuantileOfMostlyZerosIsAmongTheOthers) {
  Numbers sorted = mixtures()[1].cells;
  ASSERT_EQ(mixtures()[1].name, "95% zeros");
  std::ranges::sort(sorted);
  for (std::uint64_t seed = 0; seed < 3 * runs; ++seed) {
    SeededBits bits(706, seed);
    const auto found =
        universal_quantiles(one_column(sorted), {ratio(99, 100)}, epsilon("1"), bits, {}, alone).value();
    const auto told = static_cast<std::size_t>(found.rank_errors[0].rows);
    ASSERT_LE(told, 180U);
    EXPECT_GE(found.values[0][0], sorted[19'800 - told - 1] - 0.1) << seed;
    EXPECT_LE(found.values[0][0], sorted[19'800 + told - 1] + 0.1) << seed;
  }
}

} // namespace universal_mixtures_test
} // namespace poise::internal
