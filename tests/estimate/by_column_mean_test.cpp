// Every column by itself: the receipt, the same numbers as alone, and nobody drowned by another's unit.
#include "poise/estimate/mean/by_column_mean.h"
#include "poise/estimate/mean/mean_methods.h"

#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/random/seeded_bits.h"
#include "poise/table/column_of.h"

#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal {
namespace by_column_mean_test {

Grant<Rho> grant(const char *rho) { return Grant<Rho>::open(Rho::parse(rho).value()); }

// A bell, scaled and moved; the same everywhere.
double bell(SeededBits &dice) {
  double sum = -6;
  for (int k = 0; k < 12; ++k) sum += static_cast<double>(dice.word() >> 11) * 0x1p-53;
  return sum;
}

// Ages, incomes in cents, a share in millionths, and a flag that one in ten has.
Table people(std::size_t rows) {
  SeededBits dice(5);
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i) {
    cells.push_back(45 + 12 * bell(dice));
    cells.push_back(3e6 + 1e6 * bell(dice));
    cells.push_back(1e-6 * bell(dice));
    cells.push_back(i % 10 == 0 ? 1 : 0);
  }
  return Table::dense({"age", "income", "share", "flag"}, std::move(cells)).value();
}

Estimate mean_of(const Table &table, const std::optional<Grid> &grid, const char *rho,
                 std::uint64_t seed = 1) {
  SeededBits bits(seed);
  return by_column_mean(table, grid, grant(rho), bits, {}, {}).value();
}

TEST(ByColumn, EveryColumnHasAnEqualPartAndTheReceiptAddsUp) {
  const Estimate mean = mean_of(people(1000), std::nullopt, "1/3");
  EXPECT_EQ(mean.receipt.total(), Rational(1, 3));
  Rational age = 0;
  for (const auto &step : mean.receipt.steps())
    if (step.name.starts_with("age: ")) age += step.amount;
  EXPECT_EQ(age, Rational(1, 12));
  EXPECT_EQ(mean.method, "by-column");
  EXPECT_FALSE(mean.is_private); // a seed
}

TEST(ByColumn, GivesTheNumbersThatEveryColumnAloneWouldHave) {
  const Table table = people(2000);
  const Grid grid = Grid::within("1e7").value();
  for (const bool with_grid : {true, false}) {
    const Estimate mean = mean_of(table, with_grid ? std::optional(grid) : std::nullopt, "1", 7);
    SeededBits bits(7);
    for (std::size_t j = 0; j < 4; ++j) {
      const Table column = column_of(table, j);
      const Estimate alone =
          instance_optimal_mean(column, with_grid ? std::optional(grid) : std::nullopt, grant("1/4"), bits)
              .value();
      EXPECT_EQ(mean.value[j], alone.value[0]);
      EXPECT_EQ(mean.noise_std[j], alone.noise_std[0]);
      EXPECT_EQ(mean.interval.low[j], alone.interval.low[0]);
      EXPECT_EQ(mean.interval.high[j], alone.interval.high[0]);
    }
  }
}

TEST(ByColumn, NoColumnIsDrownedByTheUnitOfAnother) {
  const Table table = people(10000);
  const Estimate mean = mean_of(table, std::nullopt, "0.4");
  EXPECT_NEAR(mean.value[0], 45, 1);
  EXPECT_NEAR(mean.value[1], 3e6, 1e5);
  EXPECT_NEAR(mean.value[2], 0, 1e-7);
  EXPECT_NEAR(mean.value[3], 0.1, 0.01); // rare, but found
  SeededBits bits(1);
  const Estimate together = instance_optimal_mean(table, std::nullopt, grant("0.4"), bits).value();
  EXPECT_GT(together.noise_std[0], 100 * mean.noise_std[0]);
}

TEST(ByColumn, WarningsNameTheColumnsTheyAreAbout) {
  const Estimate mean = mean_of(people(10000), std::nullopt, "0.4");
  const auto about_flag = std::ranges::find_if(
      mean.warnings, [](const std::string &text) { return text.starts_with("flag: most rows are equal"); });
  EXPECT_NE(about_flag, mean.warnings.end());
  EXPECT_EQ(std::ranges::count_if(
                mean.warnings,
                [](const std::string &text) { return text.find("simulation") != std::string::npos; }),
            1);
}

TEST(ByColumn, WhatTheLastColumnWouldRefuseIsRefusedBeforeTheFirstSpends) {
  SeededBits bits(1);
  const auto refused = by_column_mean(people(100), std::nullopt, grant("2e-12"), bits, {}, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::bad_parameter);
  EXPECT_FALSE(bits.drawn());
}

TEST(ByColumn, RunsThroughTheListOfMethodsWithAndWithoutABound) {
  const MeanMethod method = find_mean_method("by-column").value();
  SeededBits bits(7), same(7);
  const Table table = people(2000);
  EXPECT_EQ(method.run(table, std::nullopt, grant("1"), bits, {}, {}).value().value,
            by_column_mean(table, std::nullopt, grant("1"), same, {}, {}).value().value);
}

} // namespace by_column_mean_test
} // namespace poise::internal
