// Radii within which most rows are, and some within which nearly all are: from one histogram of norms.
#pragma once

#include "poise/base/result.h"
#include "poise/estimate/poise/frame.h"
#include "poise/estimate/poise/poise_run.h"

namespace poise::internal {

struct Radii {
  std::vector<double> radius; // rising
  std::vector<double> beyond; // about what share of the rows is further out; falling
  double most_beyond = 0;     // of the last: hardly more are
  bool rows_beyond = false;   // whether some surely are beyond the last
  // whether surely fewer are than it was looked for: as where cells have few values
  bool fewer_beyond = false;
  // Of so many rows, as a share, that are beyond the last radius, most are this far out: much further.
  struct Far {
    double share, radius;
  };
  std::optional<Far> far;
};

// PROMISE  Released by mechanisms alone, each given its part of the budget.
// WHY      Sees rows through aggregates alone.
// CHECKED  tests/estimate/poise_steps_test.cpp
//
// None is below `least`, in units of the norm; 0 where nothing is known.
Result<Radii> find_radii(PoiseRun &poise, const Frame &frame, double energy, double least = 0);

} // namespace poise::internal
