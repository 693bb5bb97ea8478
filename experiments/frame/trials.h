// Running a figure: every contender on the data of every trial, trials side by side.
#pragma once

#include "experiments/frame/error_summary.h"
#include "experiments/frame/figure.h"

namespace poise::internal::experiments {

struct TrialPlan {
  unsigned trials;
  std::uint64_t seed;
  unsigned threads;            // 0: one a core
  bool leave_out_slow = false; // those contenders that have fewer trials than others
  std::function<bool(std::uint64_t done, std::uint64_t all)> progress = nullptr; // false ends the work
};

// The errors of one contender at one point.
struct Point {
  std::string panel;
  double x;
  std::string series;
  unsigned trials;
  ErrorSummary error;    // of those that were answered; not a number where none was
  unsigned refusals = 0; // of these trials
  // Trial by trial, not a number for a refusal: to compare contenders on the same data.
  std::vector<double> errors = {};
};

// PROMISE  The same seed gives the same points, whatever the threads and whichever other figures are made.
// WHY      Data and noise come from streams numbered by figure, place on the x axis, trial and
//          contender. Panels share them, so that panels differ by what they are about and not by chance.
// CHECKED  tests/experiments/trials_test.cpp
Result<std::vector<Point>> run_trials(std::string_view figure, const std::vector<Setting> &settings,
                                      const TrialPlan &plan);

} // namespace poise::internal::experiments
