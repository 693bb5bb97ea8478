// Heavy tails, skew, counts, zeros and flags in columns that share a unit.
#include "experiments/flagship/cells.h"
#include "experiments/flagship/column_laws.h"
#include "experiments/flagship/laws.h"

namespace poise::internal::experiments {
namespace {

// One row of a hundred is 50 times as far out.
MakeFill contaminated() {
  return [](Bits &) -> FillRow {
    return [](std::span<double> row, Bits &noise) {
      fill_normal(row, noise);
      if (!chance(0.01, noise)) return;
      for (double &x : row) x *= 50;
    };
  };
}

} // namespace

std::vector<Cell> skewed_cells() {
  return {
      {"t3_20", 4000, 20, {{125, .04425}, {500, .0328}}, independent(student_law(3))},
      {"t3_5_n500", 500, 5, {{500, .1037}}, independent(student_law(3))},
      {"lognorm20", 4000, 20, {{125, .08998}, {500, .0546}}, independent(lognormal_law(1, 1))},
      {"lognorm5_n2e4", 20'000, 5, {{125, .01393}, {500, .00839}}, independent(lognormal_law(1, 1))},
      {"pareto10", 4000, 10, {{125, .05562}, {500, .04526}}, independent(pareto_law(2.5))},
      {"poisson30", 3000, 30, {{200, .08462}, {800, .04611}}, independent(poisson_law(5))},
      {"zero90_40", 4000, 40, {{125, .04083}, {500, .02318}}, independent(zero_or(.9, gamma_law(1, 1.25)))},
      {"bin95_50", 5000, 50, {{500, .00653}}, independent(flag_law(.05))},
      {"lognorm1", 50'000, 1, {{125, 98.44}, {500, 54.74}}, independent(lognormal_law(22'000, 1))},
      {"contam16", 3000, 16, {{200, .256}, {800, .2526}}, contaminated()},
  };
}

} // namespace poise::internal::experiments
