// The sum that the mean is made of: which radius, what is left out by it, and how far off the answer may be.
#pragma once

#include "poise/base/result.h"
#include "poise/estimate/poise/frame.h"
#include "poise/estimate/poise/radii.h"

namespace poise::internal {

// Of the mean of rows around the centre, column by column.
struct LastSum {
  std::vector<double> value;     // in x
  std::vector<double> noise_std; // of the noise in it that was added to the last sum
  std::vector<double> error_std; // with that of what was added back, and what clipping may have left out
  std::size_t picked;            // which radius
  bool far = false;              // some rows are much further out than any radius
};

// PROMISE  Released by mechanisms alone; the last has all that is left of the budget.
// WHY      Sees rows through aggregates alone; everything else is made of what was released.
// CHECKED  tests/estimate/poise_steps_test.cpp
Result<LastSum> last_sum(PoiseRun &poise, const Recentred &seen, const Radii &radii);

} // namespace poise::internal
