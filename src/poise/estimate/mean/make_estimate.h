// From what a method has found to an estimate: intervals around the noise, and warnings.
#pragma once

#include "poise/estimate/estimate.h"
#include "poise/grid/grid.h"
#include "poise/table/table.h"

namespace poise::internal {

// How far from zero a cell can be. When nobody looked at the rows, a value may be off by twice that.
double reach_of(const Grid &grid);

// What a method has found, column by column, before it is an estimate.
struct FoundMean {
  std::vector<double> value, noise_std;
  AnyReceipt receipt;
  bool is_private;
  std::uint64_t needed_rows = 0;               // how many the method's own promise of accuracy asks for
  double stds_in_interval = 1.959963984540054; // to either side: for 95% of Gaussian noise
};

// The same, with intervals of 95% around the noise and the warnings that go with it.
Estimate make_estimate(std::string method, const Table &table, const Grid &grid, FoundMean found);

} // namespace poise::internal
