// Magnitudes anywhere in the range of a double, on a public ladder of quarter octaves.
#pragma once

#include "poise/base/result.h"
#include "poise/grid/gaps.h"
#include "poise/grid/grid_rows.h"
#include "poise/table/table.h"

#include <cstdint>
#include <memory>
#include <span>

namespace poise::internal {

// A rung r stands for the magnitude 2^(r/4): from the least double to just beyond the largest.
struct Rungs {
  static constexpr int per_octave = 4;
  static constexpr int lowest = -4 * 1074, highest = 4 * 1024;
  static constexpr int lowest_octave = lowest / per_octave, highest_octave = highest / per_octave;
};

// PROMISE  The lowest rung r with |x| <= 2^(r/4): exactly where r is a multiple of four; between them,
//          2^(1/4), 2^(1/2) and 2^(3/4) are fixed numbers of 53 bits. At the lowest rung are 0, NaN and
//          everything up to 2^-1074; at the highest are infinities. Never sinks as |x| grows.
// WHY      |x| = 2^k (1 + m / 2^52) with whole numbers k and m, and the numbers between are of this form.
// ASSUMES  IEEE 754 doubles, without -ffast-math.
// CHECKED  tests/grid/magnitudes_test.cpp
int rung_of(double magnitude);

// The magnitude of a rung, as the double nearest to it: the largest one for the highest rung, which is beyond
// it. For grids and reports. A rung that is not on the ladder is a bug and throws.
double magnitude_of(int rung);

// PROMISE  One row a person, with one column: the rung of the largest magnitude of their cells. A missing
//          cell counts as 0, or puts the row on the highest rung, beyond all numbers; an infinite one counts
//          as the largest double. Of a table with a unit, a
//          person's value in a column is the mean of their cells that are there, missing if there are none.
//          Replacing a person replaces one row; with a unit, others may change places.
// WHY      A row is a fixed function of that person's rows, in the order of the file: means are rounded,
//          but from nobody else's cells.
// CHECKED  tests/grid/magnitudes_test.cpp
//
// Read in one pass, and kept in memory.
Result<std::shared_ptr<const GridRows>> row_magnitudes(const Table &table, const RunOptions &run = {},
                                                       Gaps gaps = Gaps::zero);

// PROMISE  The same for distances from a public, finite number: the rung of the largest |x - centre|.
// WHY      As above; the difference is rounded as doubles are.
// CHECKED  tests/grid/magnitudes_test.cpp
Result<std::shared_ptr<const GridRows>> row_distances(const Table &table, double centre,
                                                      const RunOptions &run = {});

// PROMISE  One row a pair, with one column: the rung of |z - z'|, for the persons order[2 i] and
//          order[2 i + 1]; one who is left over is left out, and where gaps are beyond all numbers, so is
//          a pair with one. A person's z is their cells, each as above, added up with public signs:
//          minus where bit j % 64 of word j / 64 is set. Replacing a person replaces at most one
//          row, over the randomness of the order.
// WHY      A row is a fixed function of two people, rounding and all; no sum is beyond the largest double.
//          People may have no public order; but a uniform order of them in any arrangement is uniform, as in
//          aggregate/transform/pair_differences.h.
// ASSUMES  `order` was drawn uniformly among all orders of the people, and is never told. Several
//          releases may share one: given the order each of them moves by one row, and so they compose.
// CHECKED  tests/grid/magnitudes_test.cpp
//
// Read in one pass, and kept in memory. An Error when there are fewer than two people; an order that is not
// one of all people, or signs that do not reach all columns, are a bug and throw.
Result<std::shared_ptr<const GridRows>> pair_magnitudes(const Table &table,
                                                        std::span<const std::uint64_t> order,
                                                        std::span<const std::uint64_t> signs,
                                                        const RunOptions &run = {}, Gaps gaps = Gaps::zero);

// PROMISE  One row a pair, with one column: z - z' as above, where the grid places it: cut off at
//          its bound, to the nearest step. Replacing a person replaces at most one row, over the
//          randomness of the order.
// WHY      As above. Differences are taken before anything is placed, so that a fine grid need not reach
//          as far as the numbers themselves.
// ASSUMES  As above.
// CHECKED  tests/grid/magnitudes_test.cpp
//
// For narrow grids alone: others are a bug and throw.
Result<std::shared_ptr<const GridRows>> pair_gaps(const Table &table, std::span<const std::uint64_t> order,
                                                  std::span<const std::uint64_t> signs, const Grid &grid,
                                                  const RunOptions &run = {});

} // namespace poise::internal
