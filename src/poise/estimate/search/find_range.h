// A short range that holds nearly everybody, wherever it lies: magnitude, centre, radius around it.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/spent_steps.h"
#include "poise/estimate/universal/universal_options.h"
#include "poise/grid/grid.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

#include <vector>

namespace poise::internal {

// Numbers of a column that lie within a private magnitude, on a grid fine enough for their scale.
template <class Unit> struct FoundMagnitude {
  int octave;                // nearly everybody (published), or three quarters (tuned), are within +-2^octave
  std::uint64_t needed_rows; // below which the search may stop far too early
  SpentSteps<Unit> spent;
};

// Of everybody, or of a sample of them. `scale` is the octave of a resolution that was released or is public.
template <class Unit>
Result<FoundMagnitude<Unit>>
find_magnitude(const Table &column, std::optional<int> scale, const std::vector<std::uint64_t> *sample,
               Grant<Unit> grant, Bits &bits, const UniversalOptions &options, const RunOptions &run);

// A grid with steps `finer` octaves below the scale, as far as 60 bits reach 2^octave; without a scale, as
// fine as they allow. From released and public numbers alone.
Grid grid_for(int octave, std::optional<int> scale, int finer);

struct RangeShares {
  unsigned magnitude, centre, reach, radius; // no reach: none is looked for
};

struct RangePlan {
  RangeShares shares;
  int finer; // octaves of the grid of the radius below the resolution
};

template <class Unit> struct FoundRange {
  Grid grid;           // fine beside the radius
  std::int64_t centre; // in its steps
  std::int64_t radius;
  std::uint64_t needed_rows;
  SpentSteps<Unit> spent;
};

// PROMISE  epsilon-DP or rho-zCDP for the grant; neighbours replace one person, n is public.
//          Where a sample is given, so much for the people in it.
// WHY      Algorithm 4 of the universal estimators: a magnitude 2^k, the median among the integers of a grid
//          up to it (exponential_quantiles), and a radius around it, each with its share of the grant.
//          Published: magnitude by find_rung, radius by find_radius. Tuned: magnitude by find_octave, then a
//          safe reach over all doubles (find_rung on row_distances), then a close radius (find_radius).
//          Grids, and how tuned divides what the magnitude left, follow from releases and public numbers; the
//          shares add up to the grant whatever they are.
// CHECKED  tests/estimate/find_range_test.cpp
//
// With probability at least 1 - beta, and needed_rows rows: the centre lies among the middle half of the
// people, the range is at most four times as long as theirs (published constants), and leaves out no more
// than margin + search_error of them.
template <class Unit>
Result<FoundRange<Unit>> find_range(const Table &column, std::optional<int> scale,
                                    const std::vector<std::uint64_t> *sample, const RangePlan &plan,
                                    Grant<Unit> grant, Bits &bits, const UniversalOptions &options,
                                    const RunOptions &run);

} // namespace poise::internal
