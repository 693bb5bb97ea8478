// What every estimator of a mean says in the same way: too few people, intervals, warnings.
#pragma once

#include "poise/estimate/estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/grid.h"
#include "poise/table/table.h"

#include <optional>

namespace poise {

// Rows, or people where the table was read with a unit.
std::size_t count_people(const Table &table);

// Why a mean of so few cannot be: public facts alone.
std::optional<Error> check_enough_people(const Table &table);

// Why options make no sense, if they do not.
std::optional<Error> check_mean_options(const MeanOptions &options);

// The same about options and the budget of a whole mean. To be asked before anything is spent: with a budget
// of at least 2^-40, of which no step has less than a 4096th, no noise is beyond what the sampler can do, so
// that nothing fails for want of budget later on.
std::optional<Error> check_mean_options(const MeanOptions &options, const Rho &rho);

// How far from zero a cell can be. When nobody looked at the rows, a value may be off by twice that.
double reach_of(const Grid &grid);

// "method needs at least so many rows for this many columns and this budget, and there are so many".
std::string not_enough_rows(const std::string &method, std::size_t people, std::uint64_t needed);

// What a method has found, column by column, before it is told.
struct FoundMean {
  std::vector<double> value, noise_std;
  AnyReceipt receipt;
  bool is_private;
  std::uint64_t needed_rows = 0;               // how many the method's own promise of accuracy asks for
  double stds_in_interval = 1.959963984540054; // to either side: for 95% of Gaussian noise
};

// The same, with intervals of 95% around the noise and the warnings that go with it.
Estimate make_estimate(std::string method, const Table &table, const Grid &grid, FoundMean found);

} // namespace poise
