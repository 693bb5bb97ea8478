// Columns one by one, each with an equal part of the budget, and one estimate of them all.
#pragma once

#include "poise/base/result.h"
#include "poise/estimate/estimate.h"
#include "poise/estimate/spent_steps.h"
#include "poise/privacy/grant.h"
#include "poise/table/table.h"

#include <functional>
#include <string>
#include <vector>

namespace poise::internal {

// What was found in one column.
template <class Unit> struct FoundValue {
  double value;
  double noise_std; // not a number where only ranks are known
  std::uint64_t needed_rows;
  SpentSteps<Unit> spent;
  bool mostly_equal = false; // no distance between people was found: few of them differ, if any
};

// Every column with an equal part of the grant, one after the other; then the whole told, with intervals of
// 95% and warnings. `column` is called with a table of one column.
template <class Unit>
Result<Estimate>
every_column(std::string method, const Table &table, Grant<Unit> grant,
             const std::function<Result<FoundValue<Unit>>(const Table &column, Grant<Unit> part)> &estimate);

// The words and numbers of one estimate: intervals, warnings.
template <class Unit>
Estimate make_estimate(std::string method, const Table &table, const std::vector<FoundValue<Unit>> &columns);

// What a reader should be warned of: a simulation, too few rows for the method's own promise of accuracy.
std::vector<std::string> warnings_about(const std::string &method, std::size_t people, std::uint64_t needed,
                                        bool is_private);

} // namespace poise::internal
