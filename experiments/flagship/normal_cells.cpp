// Normal, uniform and Laplace columns that are independent and share a unit.
#include "experiments/flagship/cells.h"
#include "experiments/flagship/laws.h"

#include <cmath>

namespace poise::internal::experiments {
namespace {

// (d / j)^power, j = 1 … d.
std::vector<double> decaying(std::size_t columns, double power) {
  std::vector<double> stds;
  for (std::size_t j = 1; j <= columns; ++j)
    stds.push_back(std::pow(static_cast<double>(columns) / static_cast<double>(j), power));
  return stds;
}

std::vector<double> around(double place, std::size_t columns) { return std::vector<double>(columns, place); }

// Variances uniform in [0, 10], new in every table.
MakeFill uneven_normal(std::size_t columns) {
  return [columns](Bits &bits) {
    std::vector<double> stds;
    for (std::size_t j = 0; j < columns; ++j) stds.push_back(std::sqrt(10 * uniform_draw(bits)));
    return independent(normal_draw, std::move(stds))(bits);
  };
}

// Every column around a place of its own, as far out as a thousand standard deviations.
MakeFill scattered_normal(std::size_t columns) {
  return [columns](Bits &bits) {
    std::vector<double> places;
    for (std::size_t j = 0; j < columns; ++j) places.push_back(1000 * normal_draw(bits));
    return independent(normal_draw, around(1, columns), std::move(places))(bits);
  };
}

Cell normal(std::string name, std::size_t rows, std::size_t columns, std::vector<CellBudget> budgets) {
  return {std::move(name), rows, columns, std::move(budgets), independent(normal_draw)};
}

} // namespace

std::vector<Cell> normal_cells() {
  return {
      normal("gauss16", 4000, 16, {{125, .01704}, {500, .00957}, {1000, .0071}}),
      normal("gauss128", 4000, 128, {{125, .1193}, {500, .06154}, {1000, .04504}}),
      normal("gauss300", 3000, 300, {{200, .3006}, {800, .1513}}),
      normal("gauss1024", 4000, 1024, {{125, .9942}, {500, .4973}, {1000, .3519}}),
      normal("small5", 500, 5, {{125, .04459}, {500, .02693}, {1000, .02071}}),
      normal("mid5", 4000, 5, {{125, .00631}, {500, .00349}}),
      normal("big20", 100'000, 20, {{100, .00114}, {1000, .00041}}),
      normal("one1", 500, 1, {{125, .01665}, {500, .00921}}),
      {"decay64", 10'000, 64, {{125, .1629}, {500, .08617}}, independent(normal_draw, decaying(64, 1))},
      {"decay512", 10'000, 512, {{125, 1.567}, {500, .9224}}, independent(normal_draw, decaying(512, 1))},
      {"skewB128",
       4000,
       128,
       {{125, .1691}, {500, .09258}},
       independent(normal_draw, decaying(128, .25), around(10, 128))},
      {"varU128", 4000, 128, {{500, .1319}}, uneven_normal(128)},
      {"shift1e6_64", 4000, 64, {{500, .03264}}, independent(normal_draw, around(1, 64), around(1e6, 64))},
      {"shiftrand64", 4000, 64, {{500, .0327}}, scattered_normal(64)},
      {"laplace50", 3000, 50, {{200, .07261}, {800, .04173}}, independent(laplace_draw)},
      {"unif10", 2000, 10, {{200, .5125}, {800, .2728}}, independent(uniform_draw, around(100, 10))},
  };
}

} // namespace poise::internal::experiments
