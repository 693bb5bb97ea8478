// What may be known about a table and a question without looking at the data: all that a forecast goes by.
#pragma once

#include "poise/base/exact.h"
#include "poise/privacy/units.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace poise::internal {

// Guesses may be wrong: then so is the forecast, and no promise of privacy is touched. They must not come
// from the data themselves.
struct Facts {
  std::size_t rows;    // people, where a unit is one
  std::size_t columns; // that are asked for
  std::variant<Rho, Epsilon> budget;

  bool binary = false;    // all cells are 0 or 1, by the format or the owner's word
  bool sparse = false;    // most cells are 0, by the format
  bool by_person = false; // rows of a person are brought together
  // Columns have names, and each its own unit and scale (a file of people), rather than being coordinates of
  // one vector (an array).
  bool own_units = false;

  std::optional<Rational> bound = std::nullopt; // cells count within +-bound
  Rational norm = 2;                            // of the error, 1 or more
  std::uint64_t memory = std::uint64_t{1} << 30;

  // Guesses. One number for all columns, or one a column.
  std::optional<std::vector<double>> spreads = std::nullopt; // standard deviations
  std::optional<std::vector<double>> means = std::nullopt;   // how far from zero columns lie
  // How heavy the tail is: 0 for normal columns; s > 0 for columns like exp(s Z), Z normal. 0.5 is mild
  // (times people need), 1 is like incomes, 2 like sizes of cities or files.
  std::optional<double> skew = std::nullopt;
  std::optional<double> ones = std::nullopt; // of binary tables: the share of ones in a typical column
};

} // namespace poise::internal
