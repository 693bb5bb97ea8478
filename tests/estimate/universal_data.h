// Tables for the tests of the universal estimators: normal and heavier numbers from a seed.
#pragma once

#include "poise/base/run_options.h"
#include "poise/privacy/grant.h"
#include "poise/random/seeded_bits.h"
#include "poise/table/kept_rows.h"
#include "poise/table/table.h"

#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

namespace poise::internal {

inline Grant<Epsilon> epsilon(const char *text) { return Grant<Epsilon>::open(Epsilon::parse(text).value()); }
inline Grant<Rho> rho(const char *text) { return Grant<Rho>::open(Rho::parse(text).value()); }

using Numbers = std::vector<double>;

// Uniform within 0 … 1, both ends excluded.
inline double uniform(SeededBits &dice) { return (static_cast<double>(dice.word() >> 12) + 0.5) * 0x1p-52; }
inline double normal(SeededBits &dice) {
  const double radius = std::sqrt(-2 * std::log(uniform(dice)));
  return radius * std::cos(2 * std::numbers::pi * uniform(dice));
}
inline double laplace(SeededBits &dice) {
  const double u = uniform(dice) - 0.5;
  return (u < 0 ? 1 : -1) * std::log(1 - 2 * std::fabs(u));
}
inline double student3(SeededBits &dice) {
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(normal(dice), 2);
  return normal(dice) / std::sqrt(squares / 3);
}

inline Numbers numbers(std::size_t rows, double centre, double spread, std::uint64_t seed,
                       double (*shape)(SeededBits &) = normal) {
  SeededBits dice(900, seed);
  Numbers cells(rows);
  for (double &cell : cells) cell = centre + spread * shape(dice);
  return cells;
}
inline double mean_of(const Numbers &cells) {
  return static_cast<double>(std::accumulate(cells.begin(), cells.end(), 0.0L) /
                             static_cast<long double>(cells.size()));
}

inline Table one_column(const Numbers &cells) { return Table::dense({"x"}, cells).value(); }

// Rows of people, numbered from 0.
inline Table visits(Numbers cells, std::vector<std::uint64_t> whose, std::size_t people) {
  struct Owner {
    Numbers cells;
    std::vector<std::uint64_t> whose;
  };
  const auto owner = std::make_shared<Owner>(Owner{std::move(cells), std::move(whose)});
  const Chunk chunk{DenseRows<double>(owner->cells.data(), owner->cells.size(), 1), owner->whose};
  return Table::from({"x"}, owner->cells.size(), std::make_shared<KeptRows>(std::vector<Chunk>{chunk}, owner),
                     people)
      .value();
}

// "name amount" for every step.
inline std::vector<std::string> told_steps(const auto &receipt) {
  std::vector<std::string> list;
  for (const auto &step : receipt.steps()) list.push_back(step.name + " " + step.amount.get_str());
  return list;
}

inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr double missing_cell = std::numeric_limits<double>::quiet_NaN();

// Columns that nobody should be surprised by; 400 rows each.
inline std::vector<std::pair<std::string, Numbers>> odd_columns() {
  std::vector<std::pair<std::string, Numbers>> odd;
  odd.emplace_back("all equal", Numbers(400, 7.25));
  odd.emplace_back("all missing", Numbers(400, missing_cell));
  odd.emplace_back("all infinite", Numbers(400, infinite));
  Numbers ties(400, 3.0), two(400, -1.0), outlier = numbers(400, 5, 1, 1), both(400, infinite), small, large;
  for (std::size_t i = 0; i < 400; ++i) {
    if (i % 100 == 0) ties[i] = 50;
    if (i % 2 == 0) two[i] = 1, both[i] = -infinite;
    small.push_back(static_cast<double>(i % 7) * 5e-324);
    large.push_back(i % 2 == 0 ? 1.7e308 : -1.7e308);
  }
  outlier[17] = 1e300;
  odd.emplace_back("nearly all tied", ties);
  odd.emplace_back("two values", two);
  odd.emplace_back("one huge", outlier);
  odd.emplace_back("both infinities", both);
  odd.emplace_back("denormals", small);
  odd.emplace_back("the largest", large);
  return odd;
}

} // namespace poise::internal
