// What every estimator of a mean says in the same way: too few people, intervals, warnings.
#pragma once

#include "poise/estimate/mean_estimate.h"
#include "poise/estimate/mean_options.h"
#include "poise/grid/grid.h"
#include "poise/table/table.h"

#include <optional>

namespace poise {

// Rows, or people where the table was read with a unit.
std::size_t count_people(const Table &table);

// Why a mean of so few cannot be: public facts alone.
std::optional<Error> too_few_people(const Table &table);

// Why options or a budget make no sense, if they do not. To be asked before anything is spent: with a budget
// of at least 2^-40 no noise of any step is beyond what the sampler can do, so that nothing fails for want of
// budget later on.
std::optional<Error> wrong_choices(const MeanOptions &options, const Rho &rho);

// How far from zero a cell can be. When nobody looked at the rows, a value may be off by twice that.
double reach_of(const Grid &grid);

// What the noise does to the answer, column by column, at 95%.
NoiseInterval interval_around(const std::vector<double> &value, const std::vector<double> &noise_std);

std::vector<std::string> warnings_about(const std::vector<double> &noise_std, const Grid &grid,
                                        bool is_private);

// What to say when a method's own promise of accuracy asks for more.
std::string not_enough_rows(const std::string &method, std::size_t people, std::uint64_t needed);

} // namespace poise
