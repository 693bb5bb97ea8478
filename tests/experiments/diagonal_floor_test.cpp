// The floor: what it is where it can be worked out, and where the prototype's was published.
#include "experiments/flagship/diagonal_floor.h"

#include "experiments/flagship/cells.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace poise::internal::experiments {
namespace diagonal_floor_test {

struct Facts {
  std::vector<double> cells, mean, std;

  KnownTable table(bool own_units) const { return {cells, mean, std, own_units}; }
};

Facts facts_of(std::size_t columns, std::vector<double> cells) {
  Facts facts{std::move(cells), std::vector<double>(columns), std::vector<double>(columns)};
  const double n = static_cast<double>(facts.cells.size() / columns);
  for (std::size_t i = 0; i < facts.cells.size(); ++i) facts.mean[i % columns] += facts.cells[i] / n;
  for (std::size_t i = 0; i < facts.cells.size(); ++i)
    facts.std[i % columns] += std::pow(facts.cells[i] - facts.mean[i % columns], 2) / n;
  for (double &entry : facts.std) entry = std::sqrt(entry);
  return facts;
}

// (±1, ±10) in all four ways: after division by the square root of the spreads every row has norm sqrt(11).
Facts corners(std::size_t rows) {
  std::vector<double> cells;
  for (std::size_t i = 0; i < rows; ++i) {
    cells.push_back(i % 2 == 0 ? 1 : -1);
    cells.push_back(i / 2 % 2 == 0 ? 10 : -10);
  }
  return facts_of(2, std::move(cells));
}

TEST(DiagonalFloor, OfRowsOfOneLengthIsTheNoiseOfTheirSum) {
  constexpr std::size_t rows = 40'000;
  const Facts facts = corners(rows);
  SeededBits bits(1);
  const DiagonalFloor shared = DiagonalFloor::of(facts.table(false), bits);
  const DiagonalFloor own = DiagonalFloor::of(facts.table(true), bits);
  // 2 C / (n sqrt(2 rho)) a coordinate: C = sqrt(11) in units of 1 and sqrt(10), or sqrt(2) in 1 and 10.
  EXPECT_NEAR(shared.at(0.5), 2 * std::sqrt(11.0 * 11) / rows, 0.03 * 22 / rows);
  EXPECT_NEAR(own.at(0.5), 2 * std::sqrt(2.0) / rows, 0.03 * 2 * std::sqrt(2.0) / rows);
}

TEST(DiagonalFloor, FallsWithTheBudget) {
  const Facts facts = corners(1000);
  SeededBits bits(2);
  const DiagonalFloor floor = DiagonalFloor::of(facts.table(false), bits);
  EXPECT_GT(floor.at(0.1), floor.at(0.5));
  EXPECT_GT(floor.at(0.5), floor.at(2));
}

double mean_floor(const Cell &cell, double rho) {
  constexpr unsigned tables = 4;
  double sum = 0;
  for (unsigned t = 0; t < tables; ++t) {
    SeededBits bits(3, t), bootstrap(4, t);
    const Facts facts = facts_of(cell.columns, draw_cells(cell, bits));
    sum += DiagonalFloor::of(facts.table(cell.own_units), bootstrap).at(rho);
  }
  return sum / tables;
}

// Tables of few columns and of heavy tails differ from one another, and the prototype saw one of each.
TEST(DiagonalFloor, OfTheCellsIsWhatThePrototypeHad) {
  const auto cells = all_cells({}).value();
  for (const char *name : {"gauss16", "shift1e6_64", "laplace50", "unif10", "poisson30", "zero90_40",
                           "own_units16", "own_mixbin20", "ownmix10", "block60"}) {
    const Cell &cell = *std::ranges::find(cells, name, &Cell::name);
    for (const CellBudget &budget : cell.budgets)
      EXPECT_NEAR(mean_floor(cell, budget.value()) / budget.prototype_floor, 1, 0.17) << name;
  }
}

} // namespace diagonal_floor_test
} // namespace poise::internal::experiments
