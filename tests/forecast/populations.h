// Tables like those of `poise generate`: normal, zipf, pareto, binary, and people.
#pragma once

#include "forecast/made_up.h"

#include <algorithm>

namespace poise::internal {

struct Population {
  const char *name;
  bool binary, own_units;
  // Cells of one row.
  void (*row)(std::vector<double> &cells, SeededBits &dice);
};

inline double normal(SeededBits &dice) {
  return std::sqrt(-2 * std::log(uniform(dice))) * std::cos(2 * std::numbers::pi * uniform(dice));
}

inline void normal_row(std::vector<double> &cells, SeededBits &dice) {
  for (std::size_t j = 0; j < cells.size(); ++j) cells[j] = static_cast<double>(j + 1) + normal(dice);
}
// One of 1 … 1000, k with probability in proportion to 1 / k, nearly.
inline void zipf_row(std::vector<double> &cells, SeededBits &dice) {
  for (double &cell : cells) cell = std::floor(std::pow(1001, uniform(dice)));
}
inline void pareto_row(std::vector<double> &cells, SeededBits &dice) {
  for (std::size_t j = 0; j < cells.size(); ++j)
    cells[j] = static_cast<double>(j + 1) * std::pow(uniform(dice), -0.75);
}
inline void binary_row(std::vector<double> &cells, SeededBits &dice) {
  for (std::size_t j = 0; j < cells.size(); ++j)
    cells[j] = uniform(dice) < 1 / static_cast<double>(j + 2) ? 1 : 0;
}
// Age, income, hours, commute, children: as the command's people, a little simpler.
inline void people_row(std::vector<double> &cells, SeededBits &dice) {
  const double age = std::clamp(
      std::floor(uniform(dice) < 0.75 ? 42 + 13 * normal(dice) : 70 + 8 * normal(dice)), 18.0, 99.0);
  const bool works = uniform(dice) < (age < 66 ? 0.87 : 0.08);
  double income = 36000 * std::exp(0.55 * normal(dice));
  if (!works) income = uniform(dice) < 0.15 ? 0 : 14000 * std::exp(0.4 * normal(dice));
  if (works && uniform(dice) < 0.03) income = 120000 / std::sqrt(uniform(dice));
  const double commute = !works || uniform(dice) < 0.2 ? 0 : std::floor(24 * std::exp(0.7 * normal(dice)));
  const double born = uniform(dice);
  const double children = born < 0.44 ? 0 : born < 0.65 ? 1 : born < 0.88 ? 2 : born < 0.96 ? 3 : 4;
  const double week = works ? std::clamp(38 + std::floor(8 * normal(dice)), 1.0, 90.0) : 0;
  const std::array<double, 5> row = {age, income, week, std::min(commute, 240.0), children};
  for (std::size_t j = 0; j < cells.size(); ++j) cells[j] = row[j % row.size()];
}

inline const std::array<Population, 6> populations = {{
    {"normal", false, false, normal_row},
    {"zipf", false, false, zipf_row},
    {"pareto", false, false, pareto_row},
    {"binary", true, false, binary_row},
    {"undeclared", false, false, binary_row},
    {"people", false, true, people_row},
}};

struct Drawn {
  MadeUp data;
  std::vector<double> spreads; // interquartile ranges over 1.349; standard deviations where these are 0
};

inline Drawn drawn(const Population &population, std::size_t rows, std::size_t columns, std::uint64_t seed) {
  SeededBits dice(702, seed);
  std::vector<double> cells, row(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    population.row(row, dice);
    cells.insert(cells.end(), row.begin(), row.end());
  }
  std::vector<double> spreads;
  for (std::size_t j = 0; j < columns; ++j) {
    std::vector<double> column;
    double mean = 0, squares = 0;
    for (std::size_t i = j; i < cells.size(); i += columns) {
      column.push_back(cells[i]);
      mean += cells[i] / static_cast<double>(rows);
      squares += cells[i] * cells[i] / static_cast<double>(rows);
    }
    std::ranges::sort(column);
    const double middle = (column[3 * rows / 4] - column[rows / 4]) / 1.349;
    spreads.push_back(middle > 0 ? middle : std::sqrt(squares - mean * mean));
  }
  return {made_up(columns, std::move(cells)), std::move(spreads)};
}

// The error of one run: in l2-norm, or with every column in its own spread. Nothing where it refuses.
inline std::optional<double> error_of(const std::string &method, const Drawn &drawn, const Facts &facts,
                                      std::uint64_t seed) {
  const auto estimate = run_method(method, drawn.data.table, facts, seed);
  if (!estimate) return std::nullopt;
  double squares = 0;
  for (std::size_t j = 0; j < drawn.spreads.size(); ++j)
    squares +=
        std::pow((estimate->value[j] - drawn.data.mean[j]) / (facts.own_units ? drawn.spreads[j] : 1), 2);
  return std::sqrt(squares);
}

// The median over so many seeds.
inline std::optional<double> typical_error(const std::string &method, const std::vector<Drawn> &tables,
                                           const Facts &facts, std::size_t trials) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < trials; ++i) {
    const auto error = error_of(method, tables[i % tables.size()], facts, i);
    if (!error) return std::nullopt;
    errors.push_back(*error);
  }
  std::ranges::sort(errors);
  return errors[trials / 2];
}

} // namespace poise::internal
