// KnownVar and UnkVar: every answer keeps its share of the promise, and means of normal columns are found.
#include "poise/local/baseline/known_var_mean.h"
#include "poise/local/baseline/unknown_var_mean.h"

#include "oracle/exact_masses.h"
#include "poise/local/baseline/column_baseline.h"
#include "poise/local/bin_reports.h"
#include "poise/local/bit_tallies.h"
#include "poise/local/threshold_search.h"
#include "poise/privacy/theorem/advanced_composition.h"
#include "poise/privacy/theorem/composition.h"
#include "poise/privacy/theorem/zcdp_to_approximate.h"
#include "poise/random/seeded_bits.h"
#include "statistical/goodness_of_fit.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace poise::internal {
namespace baselines_test {

Epsilon epsilon(std::int64_t numerator, std::int64_t denominator = 1) {
  return Epsilon::ratio(numerator, denominator).value();
}
Delta delta(const char *text) { return Delta::parse(text).value(); }

// Normal columns of the same mean and deviation.
Table normal_table(std::size_t rows, std::size_t columns, double mean, double sigma, std::uint64_t seed) {
  SeededBits bits(seed);
  const auto uniform = [&] { return (static_cast<double>(bits.word() >> 11) + 0.5) * 0x1p-53; };
  std::vector<double> cells(rows * columns);
  for (double &cell : cells)
    cell = mean + sigma * std::sqrt(-2 * std::log(uniform())) * std::cos(2 * std::numbers::pi * uniform());
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("x" + std::to_string(j));
  return Table::dense(names, std::move(cells)).value();
}

Grid fine_grid() { return Grid::within("1024", 22).value(); }

std::uint64_t only_word(const BinReports &reports, std::int64_t number, Bits &bits) {
  std::uint64_t report = 0;
  reports(number, bits, [&](std::size_t, std::uint64_t word) { report = word; });
  return report & ((std::uint64_t{1} << reports.bins().count()) - 1);
}

TEST(Bins, HoldTheNumbersNearestToTheirCentres) {
  const Bins bins{10, 3};
  EXPECT_EQ(bins.count(), 7U);
  for (std::int64_t number = -60; number <= 60; ++number) {
    const std::int64_t nearest =
        static_cast<std::int64_t>(std::floor(static_cast<double>(number) / 10 + 0.5));
    EXPECT_EQ(bins.bin_of(number), static_cast<std::size_t>(std::clamp<std::int64_t>(nearest, -3, 3) + 3));
  }
  EXPECT_EQ(bins.bin_of(Grid::largest_bound), 6U);
  EXPECT_EQ(bins.bin_of(-Grid::largest_bound), 0U);
  EXPECT_EQ(to_string(bins.centre_of(1)), "-20");
}

// All reports there are: whoever sees one, learns at most e^epsilon. Every bit that tells the truth is
// e^(epsilon/2) times as likely as one that lies, so a report is so many half epsilons more likely for one
// bin.
TEST(BinReports, NoReportTellsBinsApartByMoreThanEpsilon) {
  const Bins bins{1, 2};
  const BinReports reports(bins, epsilon(1));
  int most = 0;
  for (unsigned report = 0; report < 1U << bins.count(); ++report) {
    for (std::int64_t a = -2; a <= 2; ++a) {
      for (std::int64_t b = -2; b <= 2; ++b) {
        // The lies in this report, were the number in either bin; the same coins for both, by the same seed.
        SeededBits coins_a(report), coins_b(report);
        const std::uint64_t both = only_word(reports, a, coins_a) ^ only_word(reports, b, coins_b);
        const auto lies_a = std::popcount(report ^ 1U << (a + 2)),
                   lies_b = std::popcount(report ^ 1U << (b + 2));
        EXPECT_EQ(both, a == b ? 0U : (1U << (a + 2) | 1U << (b + 2))); // numbers move no other bit
        most = std::max(most, lies_b - lies_a);
      }
    }
  }
  EXPECT_EQ(most, 2); // twice epsilon / 2, and reached
}

// False alarm 1e-6. Three bins, so that all eight reports can be counted.
TEST(BinReports, BitsLieAsOftenAsPromised) {
  const BinReports reports(Bins{1, 1}, epsilon(1));
  for (const std::int64_t number : {-1, 0, 1}) {
    SeededBits bits(7, static_cast<std::uint64_t>(number + 1));
    const auto counts = statistical::count(
        200'000, [&] { return static_cast<std::int64_t>(only_word(reports, number, bits)); });
    const auto mass = [&](double half) {
      return [number, half](std::int64_t report) {
        const int lies = std::popcount(static_cast<std::uint64_t>(report) ^ 1U << (number + 1));
        return std::exp(half * (3 - lies)) / std::pow(1 + std::exp(half), 3);
      };
    };
    EXPECT_EQ(statistical::misfit(counts, mass(0.5), 0, 7), "");
    EXPECT_NE(statistical::misfit(counts, mass(0.5 * 1.2), 0, 7), ""); // a fifth less noise would be seen
  }
}

// False alarm 1e-6.
TEST(ThresholdReports, LieAsOftenAsPromised) {
  const FlipCoins coins(ratio(1, 2));
  for (const std::int64_t number : {-100, 41, 42, 100}) {
    SeededBits bits(8, static_cast<std::uint64_t>(number + 100));
    const auto counts =
        statistical::count(200'000, [&] { return threshold_report(number, 42, coins, bits) ? 1 : 0; });
    const auto mass = [&](double loss) {
      return [number, loss](std::int64_t answer) {
        return 1 / (1 + std::exp((answer == 1) == (number < 42) ? -loss : loss));
      };
    };
    EXPECT_EQ(statistical::misfit(counts, mass(0.5), 0, 1), "");
    EXPECT_NE(statistical::misfit(counts, mass(0.5 * 1.2), 0, 1), "");
  }
}

// Renyi divergence of order a between N_Z(0, variance) and the same moved by `shift`, by its definition.
double divergence(double variance, std::int64_t shift, double order) {
  const oracle::DiscreteGaussianMass mass(variance);
  double sum = 0;
  for (std::int64_t x = -4000; x <= 4000; ++x) {
    const double p = mass(x), q = mass(x - shift);
    if (p > 0 && q > 0) sum += std::exp(order * std::log(p) + (1 - order) * std::log(q));
  }
  return std::log(sum) / (order - 1);
}

TEST(ClippedReports, CostRhoForEveryPairOfNumbersAndNotMuchLess) {
  for (const std::int64_t eighths : {1, 4, 16}) {
    const Rho rho = Rho::ratio(eighths, 8).value();
    const auto reports = ClippedReports::around(100, 9, rho).value();
    EXPECT_TRUE((reports.variance() * rho.exact() == 2 * 81));
    const double variance = reports.variance().get_d();
    for (const double order : {1.5, 2.0, 8.0}) {
      EXPECT_LE(divergence(variance, 18, order), order * rho.display() * (1 + 1e-9));
      EXPECT_GT(divergence(variance * 0.8, 18, order), order * rho.display() * 1.2);
    }
  }
}

// False alarm 1e-6. Whatever the number is, the report is N_Z around a place within the reach.
TEST(ClippedReports, AreTheClippedNumberWithThatNoise) {
  const auto reports = ClippedReports::around(100, 5, Rho::ratio(1, 2).value()).value();
  const oracle::DiscreteGaussianMass mass(100);
  struct Case {
    std::int64_t number, place;
  };
  for (const Case &is : {Case{103, 3}, Case{-Grid::largest_bound, -5}, Case{Grid::largest_bound, 5}}) {
    const std::int64_t number = is.number, place = is.place;
    SeededBits bits(9, static_cast<std::uint64_t>(place + 5));
    const auto counts =
        statistical::count(100'000, [&] { return static_cast<std::int64_t>(reports(number, bits)); });
    const auto law = [&](double less) {
      return [&mass, place, narrow = oracle::DiscreteGaussianMass(100 * less), less](std::int64_t x) {
        return less == 1 ? mass(x - place) : narrow(x - place);
      };
    };
    EXPECT_EQ(statistical::misfit(counts, law(1), -60, 60), "");
    EXPECT_NE(statistical::misfit(counts, law(0.8), -60, 60), "");
  }
}

// delta(epsilon) of two laws: the whole of what the one has in excess.
TEST(ClippedReports, KeepTheLossOfAColumn) {
  const Approximate total{epsilon(4), delta("1e-5")};
  const ColumnLoss loss = loss_of_a_column(total, 4).value();
  const auto reports = ClippedReports::around(0, 9, loss.rho).value();
  const oracle::DiscreteGaussianMass mass(reports.variance().get_d());
  double excess = 0;
  for (std::int64_t x = -4000; x <= 4000; ++x)
    excess += std::max(0.0, mass(x) - std::exp(loss.answer.epsilon.display()) * mass(x - 18));
  EXPECT_LE(excess, loss.answer.delta.display());
  EXPECT_GT(excess, loss.answer.delta.display() / 100); // by no wide margin
}

TEST(LossOfAColumn, AddsUpToTheTotalAndHardlyLess) {
  for (const std::uint64_t columns : {1, 2, 8, 32, 128, 1024}) {
    for (const std::int64_t tenths : {5, 10, 95}) {
      const Approximate total{epsilon(tenths, 10), delta("1e-9")};
      const ColumnLoss loss = loss_of_a_column(total, columns).value();
      const Epsilon &one = loss.answer.epsilon;
      EXPECT_TRUE(epsilon_of(loss.rho, loss.answer.delta).value() <= one);
      // By either road, of which one has to hold.
      const auto adds_up = [&](const Epsilon &step) {
        const std::vector<Approximate> all(columns, {step, loss.answer.delta});
        const Approximate plain = compose(all).value();
        const auto advanced = advanced_composition(columns, all.front(), delta("5e-10")).value();
        return (plain.epsilon <= total.epsilon && plain.delta <= total.delta) ||
               (advanced.epsilon <= total.epsilon && advanced.delta <= total.delta);
      };
      EXPECT_TRUE(adds_up(one)) << columns << " columns";
      EXPECT_FALSE(adds_up(Epsilon::of(one.exact() * ratio(51, 50)).value())) << columns << " columns";
    }
  }
}

// The noise of the figures, beside what was published.
TEST(ClippedReports, AreNotNoisierThanPublished) {
  std::vector<Epsilon> totals;
  for (const std::int64_t halves : {1, 2, 5}) {
    totals.push_back(epsilon(halves, 2));
    totals.push_back(epsilon_of(Rho::ratio(halves, 2).value(), delta("1e-9")).value());
  }
  for (const std::uint64_t columns : {2, 4, 8, 16, 32}) {
    for (const Epsilon &total : totals) {
      const ColumnLoss loss = loss_of_a_column({total, delta("1e-9")}, columns).value();
      const double ours = 2 / loss.rho.display(),
                   published = 8 * std::log(2 / (0.5e-9 / static_cast<double>(columns))) /
                               std::pow(loss.answer.epsilon.display(), 2);
      EXPECT_LT(ours, 0.99 * published) << columns << " columns, epsilon " << total.display();
      EXPECT_GT(ours, 0.60 * published) << columns << " columns, epsilon " << total.display();
    }
  }
}

TEST(BitTallies, CountWhatANaiveLoopCounts) {
  SeededBits bits(10);
  BitTallies tallies(2);
  std::vector<std::uint64_t> naive(128);
  for (int report = 0; report < 1000; ++report) {
    for (const std::size_t word : {0U, 1U}) {
      const std::uint64_t set = word == 0 ? bits.word() : (bits.word() & bits.word()) | 1;
      tallies.add(word, set);
      for (std::size_t i = 0; i < 64; ++i) naive[word * 64 + i] += set >> i & 1;
    }
  }
  for (std::size_t i = 0; i < 128; ++i) EXPECT_EQ(tallies.count(i), naive[i]);
}

struct Found {
  double error, noise; // the largest of any column
};

Found compare(const Estimate &estimate, double mean) {
  Found found{0, 0};
  for (std::size_t j = 0; j < estimate.value.size(); ++j) {
    found.error = std::max(found.error, std::abs(estimate.value[j] - mean));
    found.noise = std::max(found.noise, estimate.noise_std[j]);
  }
  return found;
}

KnownVarOptions known_options() {
  return {.delta = delta("1e-9"), .range = Rational(40), .sigma = Rational(1)};
}
UnknownVarOptions unknown_options() {
  return {.delta = delta("1e-9"),
          .range = Rational(40),
          .least_sigma = ratio(1, 10),
          .largest_sigma = Rational(20)};
}

// Votes are clear: 10^4 voters, of whom a third are in the middle bin, each with epsilon near 2. The mean
// of the other half is within six deviations of its noise and of chance.
TEST(KnownVar, FindsTheMeanOfNormalColumns) {
  const Table table = normal_table(20'000, 4, 5, 1, 11);
  for (const std::uint64_t seed : {1, 2, 3}) {
    SeededBits bits(seed);
    const auto estimate =
        known_var_mean(table, fine_grid(), Grant<Epsilon>::open(epsilon(8)), bits, known_options());
    ASSERT_TRUE(estimate);
    const Found found = compare(*estimate, 5);
    EXPECT_LT(found.error, 6 * (found.noise + 0.01));
    EXPECT_GT(found.noise, 0.2); // what it costs: rho = 0.05 a column, and 7 deviations to hide
    EXPECT_LT(found.noise, 0.6);
    EXPECT_EQ(estimate->method, "known-var");
    EXPECT_EQ(estimate->receipt.total(), 8);
    EXPECT_TRUE(estimate->receipt.is_pure());
    EXPECT_FALSE(estimate->is_private);
  }
}

TEST(UnknownVar, FindsTheMeanOfNormalColumnsWhateverTheyVary) {
  for (const double sigma : {1.0, 3.0}) {
    const Table table = normal_table(40'000, 2, -5, sigma, 12);
    for (const std::uint64_t seed : {1, 2, 3}) {
      SeededBits bits(seed);
      const auto estimate =
          unknown_var_mean(table, fine_grid(), Grant<Epsilon>::open(epsilon(8)), bits, unknown_options());
      ASSERT_TRUE(estimate);
      const Found found = compare(*estimate, -5);
      EXPECT_LT(found.error, 6 * (found.noise + 0.01 * sigma));
      EXPECT_GT(found.noise, 0.05 * sigma); // the deviation was found, up to a factor of two
      EXPECT_LT(found.noise, 0.40 * sigma);
      EXPECT_EQ(estimate->method, "unknown-var");
      EXPECT_EQ(estimate->receipt.total(), 8);
    }
  }
}

template <class Baseline> void same_for_any_threads(const Baseline &baseline) {
  std::vector<std::vector<double>> values;
  for (const unsigned threads : {1U, 2U, 5U}) {
    SeededBits bits(3);
    values.push_back(baseline(bits, RunOptions{.threads = threads}).value().value);
  }
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(values[0], values[2]);
}

TEST(Baselines, DoNotDependOnThreads) {
  const Table table = normal_table(5'000, 3, 2, 1, 13);
  same_for_any_threads([&](Bits &bits, const RunOptions &run) {
    return known_var_mean(table, fine_grid(), Grant<Epsilon>::open(epsilon(8)), bits, known_options(), run);
  });
  same_for_any_threads([&](Bits &bits, const RunOptions &run) {
    return unknown_var_mean(table, fine_grid(), Grant<Epsilon>::open(epsilon(8)), bits, unknown_options(),
                            run);
  });
}

// With the same coins, so that all that differs comes from the one row: an attacker who sends anything is
// clipped, and those who measure have no vote.
TEST(KnownVar, OneWhoMeasuresMovesTheMeanByTheClippedRangeAtMost) {
  std::vector<double> cells(2'000, 5.0);
  double moved = 0;
  std::vector<double> values;
  for (const double outlier : {-1e300, 1e300}) {
    cells[777] = outlier; // an odd number measures
    SeededBits bits(14);
    const auto estimate = known_var_mean(Table::dense({"x"}, cells).value(), fine_grid(),
                                         Grant<Epsilon>::open(epsilon(4)), bits, known_options());
    values.push_back(estimate.value().value[0]);
  }
  moved = values[1] - values[0];
  const double reach = 2 + std::sqrt(2 * std::log(8 * 2000 / 0.1));
  EXPECT_NEAR(moved, 2 * reach / 1000, 1e-5);
}

// Three participants a round and hardly any budget: what is far out is cut off.
TEST(Baselines, StayWithinTheRange) {
  const Table table = normal_table(300, 2, 0, 1, 17);
  SeededBits bits(18);
  const Epsilon little = epsilon(1, 1000);
  const auto known = known_var_mean(table, fine_grid(), Grant<Epsilon>::open(little), bits, known_options());
  const auto unknown =
      unknown_var_mean(table, fine_grid(), Grant<Epsilon>::open(little), bits, unknown_options());
  for (const auto *estimate : {&known, &unknown}) {
    for (const double value : estimate->value().value) EXPECT_EQ(std::abs(value), 40);
  }
}

TEST(Baselines, RefuseNumbersThatMakeNoSense) {
  const Table table = normal_table(100, 2, 0, 1, 15);
  SeededBits bits(1);
  const auto known = [&](const KnownVarOptions &options) {
    return known_var_mean(table, fine_grid(), Grant<Epsilon>::open(epsilon(1)), bits, options);
  };
  for (const auto change :
       {+[](KnownVarOptions &o) { o.range = 0; }, +[](KnownVarOptions &o) { o.sigma = -1; },
        +[](KnownVarOptions &o) { o.beta = 1; },
        +[](KnownVarOptions &o) { o.range = Rational(power_of_two(100)); },
        +[](KnownVarOptions &o) { o.sigma = ratio(1, 1'000'000), o.range = 1000; }}) {
    KnownVarOptions options = known_options();
    change(options);
    const auto estimate = known(options);
    ASSERT_FALSE(estimate);
    EXPECT_EQ(estimate.error().kind, ErrorKind::bad_parameter);
  }
  const auto unknown = [&](const Table &few, const UnknownVarOptions &options) {
    return unknown_var_mean(few, fine_grid(), Grant<Epsilon>::open(epsilon(1)), bits, options);
  };
  UnknownVarOptions reversed = unknown_options();
  std::swap(reversed.least_sigma, reversed.largest_sigma);
  EXPECT_FALSE(unknown(table, reversed));
  const auto few = unknown(normal_table(20, 2, 0, 1, 16), unknown_options());
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().kind, ErrorKind::bad_input);
  EXPECT_NE(few.error().wrong.find("needs at least"), std::string::npos);
  EXPECT_FALSE(bits.drawn()); // all of it is known beforehand
}

} // namespace baselines_test
} // namespace poise::internal
