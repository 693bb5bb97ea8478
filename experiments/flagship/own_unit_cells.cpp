// Columns in units of their own: errors count in each one's standard deviation.
#include "experiments/flagship/cells.h"
#include "experiments/flagship/column_laws.h"
#include "experiments/flagship/laws.h"
#include "experiments/flagship/people.h"

#include <cmath>

namespace poise::internal::experiments {
namespace {

// Normal columns in units from a thousandth to a thousand, somewhere around zero.
MakeFill any_units(std::size_t columns) {
  return [columns](Bits &bits) {
    std::vector<double> units, places;
    for (std::size_t j = 0; j < columns; ++j) {
      units.push_back(std::pow(10, 6 * uniform_draw(bits) - 3));
      places.push_back(5 * units[j] * normal_draw(bits));
    }
    return independent(normal_draw, std::move(units), std::move(places))(bits);
  };
}

// Half measurements, half flags from rare to common.
std::vector<Law> measurements_and_flags() {
  std::vector<Law> laws;
  for (int j = 0; j < 10; ++j) laws.push_back(normal_law(10 * j, std::pow(10, j % 4)));
  for (const double ones : {.05, .1, .15, .2, .25, .3, .35, .4, .45, .5}) laws.push_back(flag_law(ones));
  return laws;
}

std::vector<Law> lognormal_units() {
  std::vector<Law> laws;
  for (int j = 0; j < 6; ++j) laws.push_back(lognormal_law(std::pow(10, j), .65));
  return laws;
}

// What a table of customers may have.
std::vector<Law> ten_kinds() {
  return {normal_law(50, 15),     normal_law(1e4, 100),
          lognormal_law(3e4, .5), lognormal_law(10, .8),
          poisson_law(2),         poisson_law(20),
          flag_law(.1),           flag_law(.5),
          gamma_law(2, 100),      zero_or(.6, gamma_law(1, 1))};
}

std::vector<Law> four_kinds() {
  return {normal_law(40, 12), lognormal_law(2e4, .6), poisson_law(1.5), flag_law(.3)};
}

Cell own(std::string name, std::size_t rows, std::size_t columns, std::vector<CellBudget> budgets,
         MakeFill fill) {
  return {std::move(name), rows, columns, std::move(budgets), std::move(fill), true};
}

} // namespace

std::vector<Cell> own_unit_cells() {
  return {
      own("own_units16", 4000, 16, {{125, .00436}, {500, .00244}}, any_units(16)),
      own("own_people", 10'000, 5, {{100, .002}, {500, .00114}}, people(TopIncomes::left_out)),
      own("own_people_n1k", 1000, 5, {{500, .01127}, {1000, .00887}}, people(TopIncomes::left_out)),
      own("own_mixbin20", 4000, 20, {{125, .00556}, {500, .00309}}, by_column(measurements_and_flags())),
      own("own_lognorm6", 4000, 6, {{500, .00425}}, by_column(lognormal_units())),
      own("ownmix10", 3000, 10, {{200, .00654}, {800, .00384}}, by_column(ten_kinds())),
      own("ownsmall4", 600, 4, {{200, .02091}, {800, .01165}}, by_column(four_kinds())),
  };
}

} // namespace poise::internal::experiments
