// The mean of people's rows: all steps of the method, one after the other.
#pragma once

#include "poise/estimate/estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/poise/poise_run.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

struct PeopleQuestion {
  std::vector<std::string> names; // one a column
  std::string statistic;          // that it is for, in words
  MeanOptions options;
  bool enough_rows;                                    // for searches to succeed (enough_rows.h)
  std::optional<PresentShares> present = std::nullopt; // where that was released before
};

struct PeopleMean {
  Estimate estimate;
  std::vector<double> spread; // one a column; NaN where nobody looked
  SpentSteps<Rho> spent;
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      Every step takes its part of one adaptive budget, and sees rows through aggregates alone, bounded
//          as integers; what lies between is made of releases and public facts (docs/proofs/poise_mean.md).
// CHECKED  tests/estimate/poise_mean_test.cpp
Result<PeopleMean> people_mean(const PeopleRows &rows, const PeopleQuestion &question, Grant<Rho> grant,
                               Bits &bits, const RunOptions &run);

} // namespace poise::internal
