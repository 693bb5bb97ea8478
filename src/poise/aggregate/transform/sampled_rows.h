// Some of the rows, chosen by number.
#pragma once

#include "poise/grid/grid_rows.h"

#include <vector>

namespace poise::internal {

// PROMISE  Row i is row chosen[i] of the original, cell by cell, within the same bound; dense rows stay
//          dense and sparse ones sparse. Replacing one row of the original replaces at most one row here.
// WHY      No row is chosen twice. Nobody is at a public place any more: who is chosen is left to chance.
// CHECKED  tests/aggregate/sampled_rows_test.cpp
//
// Numbers that do not rise strictly, or go beyond the rows, are a bug and throw. A pass over kept rows looks
// at the chosen ones alone.
std::shared_ptr<const GridRows> sampled_rows(std::shared_ptr<const GridRows> rows,
                                             std::vector<std::uint64_t> chosen);

} // namespace poise::internal
