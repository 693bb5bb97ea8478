// What an estimator of the mean hands back: values, their noise, and the receipt.
#pragma once

#include "poise/privacy/receipt.h"

#include <cstddef>
#include <string>
#include <vector>

namespace poise {

// Covers what the noise does to the answer, at the given level for each column by
// itself. It says nothing about cells cut off at a bound, nor about how far a
// sample stands from the population.
struct NoiseInterval {
  double level;
  std::vector<double> low, high;
};

struct MeanEstimate {
  std::string method; // the one really used
  std::size_t rows;   // people, where the table was read with a unit
  std::vector<std::string> columns;
  std::vector<double> value;     // one per column, as all below
  std::vector<double> noise_std; // of the noise we added; public
  NoiseInterval interval;
  Receipt<Rho> receipt;
  bool is_private; // false in a simulation with a seed
  std::vector<std::string> warnings;
};

} // namespace poise
