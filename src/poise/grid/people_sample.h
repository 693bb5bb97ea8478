// People drawn in secret, brought together in memory, and the distances between two of them.
#pragma once

#include "poise/grid/people_rows.h"

#include <cstdint>

namespace poise::internal {

class PeopleSample {
public:
  // PROMISE  Row i is that of person picks[i]. Replacing a person replaces at most one row here, over the
  //          randomness of the picks.
  // WHY      Without a unit people have a public order, and the picks are the same for both tables. With one,
  //          anybody's first row may move all others' places; but picks drawn uniformly from people in any
  //          arrangement are uniform, so that for every choice from the one table there is an equally likely
  //          one from the other with the same rows but for one (docs/proofs/secret_order.md).
  // ASSUMES  `picks` are different, drawn uniformly with their order, and never told. Several releases may
  //          share them: given the picks each of them moves by one row, and so they compose.
  // CHECKED  tests/grid/people_rows_test.cpp
  static Result<PeopleRows> of(const PeopleRows &rows, std::span<const std::uint64_t> picks,
                               const RunOptions &run = {});

  // The first so many rows of a sample: a smaller sample.
  static PeopleRows first(const PeopleRows &sample, std::size_t rows);

  // PROMISE  Cell j of row i is |x - x'| for the first two cells of column j that are there among the rows
  //          i g … i g + g - 1, where g = group[j]; NaN if there are no two, or no such rows. As many rows as
  //          the smallest group has. Replacing a row replaces at most one cell of every column; and where
  //          all groups are of one size, at most one row.
  // WHY      A row is in one group of a column. The difference is rounded as doubles are.
  // CHECKED  tests/grid/people_rows_test.cpp
  //
  // For a sample alone: rows of a table are a bug and throw. Every group has at least two.
  static PeopleRows distances(const PeopleRows &sample, std::span<const std::size_t> group);
};

} // namespace poise::internal
