// The data of one trial: made up or public, so that the truth is known.
#pragma once

#include "poise/random/bits.h"
#include "poise/table/table.h"

#include <span>
#include <vector>

namespace poise::internal::experiments {

struct Sample {
  Table table;
  std::vector<double> mean;  // of the rows there are
  std::vector<double> truth; // what an estimate is compared with: that, or the mean of the population
  // Of one column, once more, for rivals that are no part of the library.
  std::vector<double> numbers = {};
  // For contenders that share their chance, so that they differ by what they do.
  std::uint64_t shared_seed = 0;
};

// Cells row by row, double or float; compared with their own mean.
template <class T = double> Sample sample_of(std::size_t columns, std::vector<T> cells);

// Independent standard normal numbers.
void fill_normal(std::span<double> cells, Bits &bits);

// Independent normal columns; compared with the population's means. One mean and standard deviation a column.
Sample normal_sample(std::size_t rows, std::span<const double> means, std::span<const double> stds,
                     Bits &bits);

} // namespace poise::internal::experiments
