// A grid for rows that nobody has named a bound for: how far they reach, and how finely to look.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/spent_steps.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/grid/grid.h"
#include "poise/table/table.h"

namespace poise::internal {

template <class Unit> struct FoundGrid {
  Grid grid;
  std::optional<Rational>
      typical_distance;      // of two people along a random direction, from below; if there is one
  Rational magnitude;        // seven of eight rows have no cell beyond it
  std::uint64_t needed_rows; // below which the search may stop far too early
  SpentSteps<Unit> spent;
};

// How wide and how fine, in octaves.
struct GridRequest {
  int beyond; // the magnitude that is found, for those whom a safe search leaves out
  int finer;  // than the typical distance in a column
  int most_bits;
};

// PROMISE  epsilon-DP or rho-zCDP for the grant; neighbours replace one row, or all rows of one
//          person where the table was read with a unit; n is public.
// WHY      One third goes to a scale (find_scale): distances of pairs in a secret random order, of all their
//          cells added up with random signs, which do not depend on the rows. Two thirds go to a magnitude:
//          a quantile of the largest cells of the rows among the powers of two (find_octave). The grid
//          follows from those releases.
// CHECKED  tests/estimate/find_grid_test.cpp
//
// Nothing of it depends on where the data lie or in which unit they are, but for the number of bits.
template <class Unit>
Result<FoundGrid<Unit>> find_grid(const Table &table, const GridRequest &request, Grant<Unit> grant,
                                  Bits &bits, const RunOptions &run);

extern template Result<FoundGrid<Epsilon>> find_grid(const Table &, const GridRequest &, Grant<Epsilon>,
                                                     Bits &, const RunOptions &);
extern template Result<FoundGrid<Rho>> find_grid(const Table &, const GridRequest &, Grant<Rho>, Bits &,
                                                 const RunOptions &);

} // namespace poise::internal
