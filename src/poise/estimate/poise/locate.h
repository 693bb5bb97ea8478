// Where the numbers are, and how far they spread: a rough centre and spread of every column.
#pragma once

#include "poise/base/result.h"
#include "poise/estimate/poise/known_columns.h"
#include "poise/estimate/poise/poise_run.h"

namespace poise::internal {

// Columns that vary by less or by more are not told about: squares of their spreads would overflow.
inline constexpr double least_spread = 0x1p-300, most_spread = 0x1p300;

// Where few rows differ at all, they may be so many spreads out.
inline constexpr double rows_apart = 4;

struct Location {
  std::vector<double> centre;
  std::vector<double> spread; // within a factor of a few of the standard deviation, mostly
  bool by_column;             // each was looked for; otherwise one spread does for all columns
  // Columns whose cells are all equal, as far as could be seen: values that few rows have may be anything.
  std::vector<std::size_t> still = {};
  // How far from the centre cells are looked at, at most: of such columns no further than a flag reaches, so
  // that what may be anything does not drown the other columns.
  std::vector<double> reach = {};
  // Columns in which few rows differ are not looked at any closer than this, a part of how far apart those
  // are (rows_apart), so that they do not stand out so far that they are clipped away; 0 for the others.
  // None: for no column.
  std::vector<double> least_spread = {};
  // Of those, columns in which some rows seem to be beyond.
  std::vector<std::size_t> beyond_reach = {};
  // By how much rows beyond the reach may move the mean of a column where that is not so, as a standard
  // deviation; 0 for the others. None: for no column.
  std::vector<double> unseen = {};
  std::vector<std::size_t> unreachable = {}; // columns that vary by too little, or too much
};

// PROMISE  Released by mechanisms alone, each given its part of the budget.
// WHY      Sees rows through aggregates alone.
// CHECKED  tests/estimate/poise_locate_test.cpp
//
// With units of their own columns are looked at one by one; otherwise all are pooled first, and only if they
// turn out not to be alike one by one.
Result<Location> locate(PoiseRun &poise, const KnownColumns &known);

} // namespace poise::internal
