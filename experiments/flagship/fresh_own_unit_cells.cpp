// Columns in units of their own, of laws and sizes that nothing was chosen on.
#include "experiments/flagship/cells.h"
#include "experiments/flagship/column_laws.h"
#include "experiments/flagship/people.h"

#include <cmath>

namespace poise::internal::experiments {
namespace {

// Ages, pulses, counts of visits, rare and common findings, costs that most do not have.
std::vector<Law> clinic() {
  return {
      normal_law(61, 17), normal_law(78, 11), poisson_law(.8),         poisson_law(6),
      flag_law(.03),      flag_law(.4),       lognormal_law(900, 1.1), zero_or(.8, lognormal_law(5000, .9))};
}

std::vector<Law> rare_flags() {
  std::vector<Law> laws;
  for (const double ones : {.01, .02, .03, .05, .08, .12, .2, .3, .5, .7, .9, .98})
    laws.push_back(flag_law(ones));
  return laws;
}

// The first shapes once more in other units, until there are so many columns.
std::vector<Law> wide(std::size_t columns) {
  std::vector<Law> laws;
  for (std::size_t j = 0; j < columns; ++j) {
    const double unit = std::pow(10, static_cast<double>(j % 7));
    laws.push_back(j % 4 == 0   ? normal_law(3 * unit, unit)
                   : j % 4 == 1 ? lognormal_law(unit, .5)
                   : j % 4 == 2 ? poisson_law(1 + static_cast<double>(j))
                                : flag_law(.1 + .01 * static_cast<double>(j)));
  }
  return laws;
}

Cell own(std::string name, std::size_t rows, std::vector<CellBudget> budgets, std::vector<Law> laws) {
  const std::size_t columns = laws.size();
  return {std::move(name), rows, columns, std::move(budgets), by_column(std::move(laws)), true};
}

} // namespace

std::vector<Cell> fresh_own_unit_cells() {
  return {
      own("own_clinic8", 5000, {{125}, {500}}, clinic()),
      own("own_flags12", 10'000, {{100}, {500}}, rare_flags()),
      own("own_wide64", 20'000, {{100}, {500}}, wide(64)),
      {"own_generated", 10'000, 5, {{100}, {500}}, people(TopIncomes::kept), true},
      own("own_three", 1500, {{150}, {500}}, {normal_law(170, 9), gamma_law(3, 20), poisson_law(4)}),
  };
}

} // namespace poise::internal::experiments
