// The cells of the flagship's table: as many and as different as they have to be, and drawn as they say.
#include "experiments/flagship/cells.h"

#include "experiments/flagship/laws.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace poise::internal::experiments {
namespace flagship_cells_test {

TEST(FlagshipCells, SpanTheSizesAndHaveNamesOfTheirOwn) {
  const auto cells = all_cells({}).value();
  std::set<std::string> names;
  for (const Cell &cell : cells) {
    EXPECT_TRUE(names.insert(cell.name).second) << cell.name;
    EXPECT_FALSE(cell.budgets.empty());
    EXPECT_GE(cell.rows, 500U);
    EXPECT_LE(cell.rows, 100'000U);
    EXPECT_LE(cell.columns, 1024U);
  }
  const auto at = [&](auto of, auto value) { return std::ranges::find(cells, value, of) != cells.end(); };
  EXPECT_TRUE(at(&Cell::rows, std::size_t{500}) && at(&Cell::rows, std::size_t{100'000}));
  EXPECT_TRUE(at(&Cell::columns, std::size_t{1}) && at(&Cell::columns, std::size_t{1024}));
  EXPECT_GE(std::ranges::count_if(cells, &Cell::fresh), 12);
}

TEST(FlagshipCells, ThePrototypesBudgetsAreAllThere) {
  const auto cells = all_cells({}).value();
  std::size_t budgets = 0;
  for (const Cell &cell : cells)
    for (const CellBudget &budget : cell.budgets) budgets += budget.prototype_floor > 0 ? 1 : 0;
  EXPECT_EQ(budgets, 74U);
}

TEST(FlagshipCells, TheSameBitsDrawTheSameFiniteTable) {
  const auto cells = all_cells({}).value();
  for (const Cell &cell : cells) {
    if (cell.rows * cell.columns > 500'000) continue;
    SeededBits once(7), again(7);
    const std::vector<double> drawn = draw_cells(cell, once);
    ASSERT_EQ(drawn.size(), cell.rows * cell.columns);
    EXPECT_EQ(drawn, draw_cells(cell, again)) << cell.name;
    EXPECT_TRUE(std::ranges::all_of(drawn, [](double x) { return std::isfinite(x); })) << cell.name;
  }
}

TEST(FlagshipCells, PicturesThatAreNotThereAreLeftOutAndOthersAreAnError) {
  EXPECT_TRUE(mnist_cells({}).value().empty());
  EXPECT_NE(mnist_cells({.mnist = "no such folder"}).error().wrong.find("no such folder"), std::string::npos);
}

struct Moments {
  double mean, variance;
};

template <class Draw> Moments moments_of(const Draw &draw) {
  constexpr int count = 200'000;
  SeededBits bits(11);
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const double x = draw(bits);
    sum += x;
    squares += x * x;
  }
  const double mean = sum / count;
  return {mean, squares / count - mean * mean};
}

// Fixed seeds; the bounds are some eight standard errors.
TEST(FlagshipLaws, HaveTheMomentsOfTheirNames) {
  const auto expect = [](const char *name, const Moments &found, double mean, double variance) {
    EXPECT_NEAR(found.mean, mean, 8 * std::sqrt(variance / 200'000)) << name;
    EXPECT_NEAR(found.variance, variance, 0.08 * variance) << name;
  };
  expect("uniform", moments_of(uniform_draw), 0.5, 1.0 / 12);
  expect("normal", moments_of(normal_draw), 0, 1);
  expect("exponential", moments_of(exponential_draw), 1, 1);
  expect("laplace", moments_of(laplace_draw), 0, 2);
  expect("logistic", moments_of(logistic_draw), 0, 3.2898681);
  expect("gumbel", moments_of(gumbel_draw), 0.5772157, 1.6449341);
  expect("gamma(0.5)", moments_of([](Bits &bits) { return gamma_draw(0.5, bits); }), 0.5, 0.5);
  expect("gamma(3)", moments_of([](Bits &bits) { return gamma_draw(3, bits); }), 3, 3);
  expect("t(10)", moments_of([](Bits &bits) { return student_draw(10, bits); }), 0, 1.25);
  expect("beta(1/2, 1/2)", moments_of([](Bits &bits) { return beta_draw(0.5, 0.5, bits); }), 0.5, 0.125);
  expect("Poisson(4)", moments_of([](Bits &bits) { return poisson_draw(4, bits); }), 4, 4);
  expect("chance", moments_of([](Bits &bits) { return chance(0.2, bits) ? 1.0 : 0.0; }), 0.2, 0.16);
}

} // namespace flagship_cells_test
} // namespace poise::internal::experiments
