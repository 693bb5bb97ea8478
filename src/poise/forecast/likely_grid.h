// The grid that a mean of vectors is likely to work on: from a bound, or found by the method itself.
#pragma once

#include "poise/forecast/assumed_table.h"

namespace poise::internal {

struct LikelyGrid {
  double step, reach;   // of cells, in the unit of the data
  double centre_within; // how far from zero a rotated column is searched, per unit of length
  double least_spread;  // as a share of the reach: what plan's guard goes by
  double budget_left;   // the share that is not spent on finding it
};

// As found_grid_mean finds one, or within the bound where there is one. `finer` as in GridNeeds.
LikelyGrid likely_grid(const AssumedTable &table, int finer);

// As pure_vector_mean finds one.
LikelyGrid likely_pure_grid(const AssumedTable &table);

} // namespace poise::internal
