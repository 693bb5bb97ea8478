// What a forecast takes for granted about a table: public facts, and guesses where there are none.
#pragma once

#include "poise/base/result.h"
#include "poise/forecast/column_law.h"
#include "poise/forecast/facts.h"

#include <string>
#include <vector>

namespace poise::internal {

// Columns that are taken to be alike.
struct ColumnGroup {
  double count, spread, mean;
};

struct AssumedTable {
  double rows, columns, norm;
  std::vector<ColumnGroup> groups; // few, however many columns there are
  ColumnLaw law;
  bool binary;
  std::optional<double> bound;
  std::vector<std::string> guesses;

  double width() const;          // columns padded to a power of two, as a rotation does
  double squared_spread() const; // summed over all columns
  double magnitude() const;      // of the largest cell in nearly every row
};

Result<AssumedTable> assumed_table(const Facts &facts);

// What a method does to every group of columns.
struct ColumnErrors {
  std::vector<double> noise, error; // standard deviation of the noise; root mean square of noise and bias
};

} // namespace poise::internal
