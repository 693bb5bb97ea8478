// Means without a bound: a few percent for a grid, the rest as with one; nearly as precise as with a tight
// bound, wherever the data lie and whatever their unit.
#include "poise/estimate/mean/found_grid_mean.h"
#include "poise/estimate/mean/mean_methods.h"

#include "estimate/universal_data.h"
#include "poise/estimate/search/find_grid.h"
#include "poise/random/system_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace found_grid_mean_test {

constexpr const char *all_methods[] = {"instance-optimal", "clipped", "plan", "plan-noscale"};
const RunOptions alone{.threads = 1};

MeanMethod method_of(const char *name) { return find_mean_method(name).value(); }

// As somebody asks who names no bound.
Result<Estimate> without_bound(const Table &table, const MeanMethod &method, Grant<Rho> grant, Bits &bits,
                               const MeanOptions &options = {}, const RunOptions &run = {}) {
  return method.run(table, std::nullopt, std::move(grant), bits, options, run);
}

Table table_of(const Numbers &cells, std::size_t columns) {
  std::vector<std::string> names;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("x" + std::to_string(j));
  return Table::dense(names, cells).value();
}

Numbers column_means(const Numbers &cells, std::size_t columns) {
  Numbers mean(columns);
  for (std::size_t i = 0; i < cells.size(); ++i) mean[i % columns] += cells[i];
  for (double &sum : mean) sum *= static_cast<double>(columns) / static_cast<double>(cells.size());
  return mean;
}

TEST(FoundGridMean, TheReceiptIsAHundredthTwoAndTheStepsOfTheMethod) {
  const Table table = table_of(numbers(4000 * 4, 1, 1, 1), 4);
  for (const char *name : all_methods) {
    SeededBits bits(91), others(92);
    const Estimate mean = without_bound(table, method_of(name), rho("1/7"), bits, {}, alone).value();
    const Estimate with_bound =
        method_of(name).run(table, Grid::within("6").value(), rho("97/700"), others, {}, alone).value();
    std::vector<std::string> expected = {"scale 1/700", "magnitude 1/350"};
    for (const std::string &step : told_steps(with_bound.receipt)) expected.push_back(step);
    EXPECT_EQ(told_steps(mean.receipt), expected) << name;
    EXPECT_EQ(mean.receipt.total(), ratio(1, 7)) << name;
    EXPECT_FALSE(mean.receipt.is_pure());
    EXPECT_FALSE(mean.is_private);
    EXPECT_EQ(mean.method, with_bound.method);
    EXPECT_EQ(mean.rows, 4000U);
  }
  SystemBits system;
  EXPECT_TRUE(without_bound(table, method_of("instance-optimal"), rho("1/7"), system)->is_private);
}

// Privacy by composition: a grid, which is a release, and the method on it. Nothing else looks at the rows.
TEST(FoundGridMean, IsFindingAGridAndThenTheMethodOnIt) {
  const Table table = table_of(numbers(4000 * 4, 1, 1, 1), 4);
  for (const char *name : {"instance-optimal", "clipped", "plan-noscale"}) {
    SeededBits bits(93), same(93);
    const MeanMethod method = method_of(name);
    const Estimate mean = without_bound(table, method, rho("1/2"), bits, {}, alone).value();
    const GridRequest request{
        .beyond = 12, .finer = std::string_view(name) == "plan-noscale" ? 16 : 8, .most_bits = 50};
    const auto found = find_grid(table, request, rho("3/200"), same, alone).value();
    const MeanOptions nearby{.centre_within = 8 * found.magnitude};
    const Estimate by_hand = method.run(table, found.grid, rho("97/200"), same, nearby, alone).value();
    EXPECT_EQ(mean.value, by_hand.value) << name;
    EXPECT_EQ(mean.noise_std, by_hand.noise_std) << name;
    EXPECT_EQ(bits.word(), same.word()) << name;
  }
}

TEST(FoundGridMean, TablesOfZerosAndOnesSpendNothingOnAGrid) {
  Numbers cells(400 * 3);
  for (std::size_t i = 0; i < cells.size(); i += 2) cells[i] = 1;
  for (const char *name : all_methods) {
    SeededBits bits(94), same(94);
    const Table table = table_of(cells, 3);
    const MeanOptions known{.binary = true};
    const Estimate mean = without_bound(table, method_of(name), rho("1"), bits, known, alone).value();
    const Estimate as_is =
        method_of(name).run(table, Grid::of(0, 1).value(), rho("1"), same, known, alone).value();
    EXPECT_EQ(told_steps(mean.receipt), told_steps(as_is.receipt)) << name;
    EXPECT_EQ(mean.value, as_is.value) << name;
    EXPECT_EQ(mean.receipt.total(), 1) << name;
  }
}

// Of normal rows times a unit, shifted; with a tight bound, they are neither.
struct Errors {
  double without = 0, with = 0;   // noise, squared and added up
  double in_noise = 0, cells = 0; // how far off the numbers are beside their noise, and how many they are
};

Errors errors(const char *name, std::size_t columns, double shift, double unit, std::uint64_t runs) {
  Errors sum;
  for (std::uint64_t run = 0; run < runs; ++run) {
    const Numbers plain = numbers(4000 * columns, 0, 1, run);
    Numbers moved = plain;
    for (double &cell : moved) cell = unit * cell + shift;
    SeededBits bits(95, run), others(96, run);
    const Estimate without =
        without_bound(table_of(moved, columns), method_of(name), rho("1/2"), bits).value();
    const Estimate with =
        method_of(name)
            .run(table_of(plain, columns), Grid::within("6").value(), rho("1/2"), others, {}, {})
            .value();
    const Numbers right = column_means(moved, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      sum.without += std::pow(without.noise_std[j] / unit, 2);
      sum.with += std::pow(with.noise_std[j], 2);
      const double off = std::fabs(without.value[j] - right[j]) / without.noise_std[j];
      sum.in_noise += off * off;
      sum.cells += 1;
    }
  }
  return sum;
}

// What is added is noise, and hardly anything else: the mean square of so many normal numbers is further from
// 1 than five of its standard deviations with a chance of less than 1e-6; the tight bound's noise is the same
// but for 5%.
void expect_as_precise(const char *name, std::size_t columns, double shift, double unit, std::uint64_t runs) {
  const Errors sum = errors(name, columns, shift, unit, runs);
  EXPECT_LE(std::sqrt(sum.without / sum.with), 1.05) << name << " " << columns << " " << shift << " " << unit;
  EXPECT_LE(sum.in_noise / sum.cells, 1 + 5 * std::sqrt(2 / sum.cells))
      << name << " " << columns << " " << shift << " " << unit;
}

TEST(FoundGridMean, NormalRowsAreNearlyAsPreciseAsWithATightBound) {
  for (const char *name : all_methods) {
    expect_as_precise(name, 16, 0, 1, 10);
    expect_as_precise(name, 64, 0, 1, 2);
  }
}

TEST(FoundGridMean, AndWhereverTheyLieAndWhateverTheirUnit) {
  for (const char *name : {"instance-optimal", "plan"})
    for (const auto &[shift, unit] : {std::pair{1e6, 1.0}, std::pair{0.0, 1e9}, std::pair{0.0, 1e-9}})
      expect_as_precise(name, 16, shift, unit, 12);
}

// A person's rows are averaged first: nobody's many visits show.
TEST(FoundGridMean, OfATableWithAUnitPeopleCount) {
  SeededBits dice(97);
  Numbers cells;
  std::vector<std::uint64_t> whose;
  for (std::uint64_t person = 0; person < 3000; ++person)
    for (std::uint64_t visit = 0; visit <= person % 3; ++visit) {
      cells.push_back(100 + (person % 3 == 0 ? 5 : -5) + normal(dice));
      whose.push_back(person);
    }
  for (const char *name : all_methods) {
    SeededBits bits(98);
    const Estimate mean = without_bound(visits(cells, whose, 3000), method_of(name), rho("1"), bits).value();
    EXPECT_EQ(mean.rows, 3000U);
    EXPECT_EQ(mean.receipt.total(), 1);
    if (std::string(name) != "clipped") { // which is as far off as zero is away
      EXPECT_NEAR(mean.value[0], 100 - 5.0 / 3, 0.2) << name;
    }
  }
}

TEST(FoundGridMean, OddTablesGetAnAnswerThatSaysWhatItIsWorth) {
  for (const char *name : all_methods)
    for (const auto &[which, cells] : odd_columns()) {
      SeededBits bits(99);
      const auto mean = without_bound(one_column(cells), method_of(name), rho("1/2"), bits, {}, alone);
      ASSERT_TRUE(mean) << name << " " << which << " " << mean.error().wrong;
      EXPECT_EQ(mean->receipt.total(), ratio(1, 2)) << name << " " << which;
      EXPECT_TRUE(std::isfinite(mean->value[0])) << name << " " << which;
      EXPECT_TRUE(std::isfinite(mean->noise_std[0])) << name << " " << which;
      EXPECT_GT(mean->noise_std[0], 0) << name << " " << which;
    }
}

TEST(FoundGridMean, WarnsWhereThereAreTooFewRowsForAGrid) {
  SeededBits bits(100);
  const auto warned = [&](std::size_t rows, const char *budget) {
    const auto mean = without_bound(one_column(numbers(rows, 0, 1, 1)), method_of("instance-optimal"),
                                    rho(budget), bits, {}, alone)
                          .value();
    return std::ranges::any_of(mean.warnings, [](const std::string &warning) {
      return warning.find("finding a bound needs at least") != std::string::npos;
    });
  };
  EXPECT_TRUE(warned(50, "1/2"));
  EXPECT_FALSE(warned(4000, "1/2"));
  EXPECT_TRUE(warned(4000, "1/100000"));
}

TEST(FoundGridMean, WhatCannotBeIsRefusedBeforeAnythingIsDrawn) {
  SeededBits bits(101);
  const Table table = one_column(numbers(100, 0, 1, 1));
  EXPECT_FALSE(without_bound(one_column({1.0}), method_of("clipped"), rho("1"), bits));
  EXPECT_FALSE(without_bound(table, method_of("clipped"), rho("1e-20"), bits));
  EXPECT_FALSE(without_bound(table, method_of("clipped"), rho("1"), bits, {.clip_quantile = Rational(2)}));
  EXPECT_EQ(bits.word(), SeededBits(101).word());
}

TEST(FoundGridMean, MethodsThatFindNoGridTakeAWideOneAndSpendNothingOnIt) {
  const Table table = one_column(numbers(100, 0, 1, 1));
  for (const char *name : {"gaussian", "coinpress"}) {
    SeededBits bits(103), same(103);
    const Estimate found = without_bound(table, method_of(name), rho("1"), bits).value();
    const Estimate given = method_of(name).run(table, Grid::generous(1), rho("1"), same, {}, {}).value();
    EXPECT_EQ(found.value, given.value);
    const auto about_bound = [](const std::string &text) {
      return text.find("no `bound` given") != text.npos;
    };
    EXPECT_EQ(std::ranges::any_of(found.warnings, about_bound), method_of(name).wants_bound);
    EXPECT_FALSE(std::ranges::any_of(given.warnings, about_bound));
  }
}

TEST(FoundGridMean, IsTheSameOnAnyNumberOfThreads) {
  const Table table = table_of(numbers(4000 * 4, 1, 1, 1), 4);
  for (const char *name : all_methods) {
    SeededBits one(102), two(102);
    EXPECT_EQ(without_bound(table, method_of(name), rho("1"), one, {}, {.threads = 1})->value,
              without_bound(table, method_of(name), rho("1"), two, {}, {.threads = 2})->value);
  }
}

} // namespace found_grid_mean_test
} // namespace poise::internal
