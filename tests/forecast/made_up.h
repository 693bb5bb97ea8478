// Made-up tables for the tests of forecasts, and methods run on them as the command does.
#pragma once

#include "poise/estimate/mean/mean_methods.h"
#include "poise/forecast/facts.h"
#include "poise/random/seeded_bits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

namespace poise::internal {

struct MadeUp {
  Table table;
  std::vector<double> mean; // of its columns
};

inline double uniform(SeededBits &dice) { return (static_cast<double>(dice.word() >> 12) + 0.5) * 0x1p-52; }

// Two at a time.
inline void fill_normal(std::vector<double> &cells, SeededBits &dice) {
  for (std::size_t i = 0; i < cells.size(); i += 2) {
    const double radius = std::sqrt(-2 * std::log(uniform(dice))),
                 turn = 2 * std::numbers::pi * uniform(dice);
    cells[i] = radius * std::cos(turn);
    if (i + 1 < cells.size()) cells[i + 1] = radius * std::sin(turn);
  }
}

inline MadeUp made_up(std::size_t columns, std::vector<double> cells) {
  std::vector<double> mean(columns);
  std::vector<std::string> names;
  const double rows = static_cast<double>(cells.size() / columns);
  for (std::size_t i = 0; i < cells.size(); ++i) mean[i % columns] += cells[i] / rows;
  for (std::size_t j = 0; j < columns; ++j) names.push_back("c" + std::to_string(j));
  return {Table::dense(std::move(names), std::move(cells)).value(), std::move(mean)};
}

inline MadeUp normal_table(std::size_t rows, double mean, const std::vector<double> &stds,
                           std::uint64_t seed) {
  SeededBits dice(700, seed);
  std::vector<double> cells(rows * stds.size());
  fill_normal(cells, dice);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = mean + stds[i % stds.size()] * cells[i];
  return made_up(stds.size(), std::move(cells));
}

// The Gaussian data of the PLAN paper (experiments/plan/gaussian_data.h): A is N(0, I); B and C have mean 10
// and variances (d / j)^alpha, alpha = 2 for C. Cells are within the bound.
struct PaperData {
  std::string name;
  std::size_t rows;
  double mean;
  std::vector<double> stds;
  double bound;
};
inline PaperData paper_a(std::size_t columns) {
  return {"A", 4000, 0, std::vector<double>(columns, 1), 25 * std::sqrt(static_cast<double>(columns))};
}
inline PaperData paper_b(std::size_t columns, double alpha) {
  std::vector<double> stds;
  const auto d = static_cast<double>(columns);
  for (std::size_t j = 1; j <= columns; ++j) stds.push_back(std::pow(d / static_cast<double>(j), alpha / 2));
  const double bound = 50 * d * std::sqrt(stds.front());
  return {"B " + std::to_string(alpha).substr(0, 3), 10'000, 10, std::move(stds), bound};
}
inline PaperData paper_c(std::size_t columns) {
  PaperData data = paper_b(columns, 2);
  data.name = "C";
  return data;
}

inline Facts facts_of(const PaperData &data, const Rho &rho, bool with_bound) {
  Facts facts{.rows = data.rows, .columns = data.stds.size(), .budget = rho};
  facts.spreads = data.stds;
  facts.means = std::vector<double>{data.mean};
  if (with_bound) facts.bound = Rational(data.bound);
  return facts;
}

// A method as the command runs it: with a bound on a grid within it, without one on a grid it finds.
inline Result<Estimate> run_method(const std::string &name, const Table &table, const Facts &facts,
                                   std::uint64_t seed) {
  const MeanMethod method = find_mean_method(name).value();
  SeededBits bits(701, seed);
  const RunOptions run{.threads = 1}; // small tables
  MeanOptions options;
  options.norm = facts.norm;
  options.binary = facts.binary;
  options.own_units = facts.own_units;
  if (facts.bound) { // as the front door says it to methods that take limits
    const double bound = facts.bound->get_d();
    options.limits.assign(table.columns().size(), {-bound, bound});
  }
  std::optional<Grid> grid;
  if (facts.bound) grid = Grid::within(*facts.bound, 30).value();
  if (const auto *const epsilon = std::get_if<Epsilon>(&facts.budget))
    return method.run_pure(table, grid, Grant<Epsilon>::open(*epsilon), bits, run);
  return method.run(table, grid, Grant<Rho>::open(std::get<Rho>(facts.budget)), bits, options, run);
}

inline double distance(const std::vector<double> &a, const std::vector<double> &b) {
  double squares = 0;
  for (std::size_t j = 0; j < a.size(); ++j) squares += (a[j] - b[j]) * (a[j] - b[j]);
  return std::sqrt(squares);
}

struct Measured {
  double mean, median, largest;
  bool refused;
  std::string warning;
};

// Over so many trials, each table used for several.
inline Measured measured(const std::string &method, const std::vector<MadeUp> &tables, const Facts &facts,
                         std::size_t trials) {
  std::vector<double> errors;
  std::string warning;
  for (std::size_t i = 0; i < trials; ++i) {
    const MadeUp &data = tables[i % tables.size()];
    const auto estimate = run_method(method, data.table, facts, i);
    if (!estimate) return {0, 0, 0, true, estimate.error().wrong};
    for (const std::string &one : estimate->warnings)
      if (one.find(" rows") != std::string::npos && warning.find(" instead") == std::string::npos)
        warning = one; // too few of them
    errors.push_back(distance(estimate->value, data.mean));
  }
  std::ranges::sort(errors);
  double sum = 0;
  for (const double error : errors) sum += error;
  return {sum / static_cast<double>(trials), errors[trials / 2], errors.back(), false, warning};
}

} // namespace poise::internal
