// One search of recursive quantiles: a candidate near a share of the sorted rows, by the exponential
// mechanism.
#pragma once

#include "poise/base/exact.h"
#include "poise/random/bits.h"

#include <cstdint>
#include <span>

namespace poise::internal {

struct ShareSearch {
  std::uint64_t part, whole; // the rank is part / whole of the rows; whole <= 2^16
  Rational rate;             // of the weight, a row; positive
};

// So many rows on either side of the rank that what is further off has next to no weight, and no more than a
// computer counts.
std::uint64_t rows_that_matter(const Rational &rate);

// PROMISE  Every y within low … high has a chance proportional to exp(-rate * score), exactly, where
//          the score is max(0, rank - #{x <= y}, #{x < y} - rank) and rank = part / whole of the rows.
// WHY      Rows within `near` rows of the rank are weighed one by one. All candidates further off on one side
//          are weighed alike, as good as the best of them can be; one that is chosen is kept with probability
//          exp(-rate * what it is worse), and otherwise all starts again. So `near` changes no chance.
// ASSUMES  Rows rise and lie within low … high, and these within +-2^62; near >= 1; fewer than 2^46 rows.
// CHECKED  tests/mechanism/recursive_quantiles_test.cpp
std::int64_t draw_at_share(std::span<const std::int64_t> rows, std::int64_t low, std::int64_t high,
                           const ShareSearch &search, std::uint64_t near, Bits &bits);

} // namespace poise::internal
