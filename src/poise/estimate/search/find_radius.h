// A radius that holds nearly everybody, over an unbounded domain.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/spent_steps.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/grid/grid_rows.h"

namespace poise::internal {

template <class Unit> struct FoundRadius {
  std::int64_t radius;       // in the unit of the rows; a rung where they are rungs
  std::uint64_t needed_rows; // below which the search may stop far too early
  SpentSteps<Unit> spent;
};

// PROMISE  epsilon-DP or rho-zCDP for the grant; neighbours replace one row, n is public.
// WHY      Counts of rows within the radii of a public ladder are nested; a sparse vector looks for the first
//          above n - margin (Algorithm 3 of the universal estimators, with the constants of RadiusSearch).
//          Ladders end at public caps, so the search does.
// CHECKED  tests/estimate/find_radius_test.cpp
//
// With probability at least 1 - beta, at least n - margin - search_error rows are within the radius, and the
// radius is at most one step of the ladder above the largest (published constants).
//
// Of rows that are rungs (grid/magnitudes.h): the lowest rung of the ladder that does it.
struct RungLadder {
  int first, last, step; // first, first + step, … and last
};
template <class Unit>
Result<FoundRadius<Unit>> find_rung(const GridRows &rungs, const RungLadder &ladder, Grant<Unit> grant,
                                    Bits &bits, const RadiusSearch &how, const Rational &beta,
                                    std::string name, const RunOptions &run);

// Of rows of numbers around zero, by l1-norm: 0, first, 2 first, 4 first, … as published, or finer, up to
// `last`. At least 1.
template <class Unit>
Result<FoundRadius<Unit>> find_radius(const GridRows &rows, std::int64_t first, std::int64_t last,
                                      Grant<Unit> grant, Bits &bits, const RadiusSearch &how,
                                      const Rational &beta, std::string name, const RunOptions &run);

// The same in two searches where there is a grant for a reach: one that hardly ever goes too far, and one
// around it that comes close, so that it must stop. Without one, in one search (published).
template <class Unit>
Result<FoundRadius<Unit>> find_close_radius(const GridRows &rows, std::int64_t first, std::int64_t last,
                                            std::optional<Grant<Unit>> for_reach, Grant<Unit> for_radius,
                                            Bits &bits, const UniversalOptions &options,
                                            const RunOptions &run);

} // namespace poise::internal
