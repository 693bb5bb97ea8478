// The sparse vector technique: the first of many counts that is above a threshold, for the price of one.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/mechanism/released.h"

#include <string>

namespace poise::internal {

// Which way a search walks through nested counts, and what ends it: a count above the threshold on the way
// up, one below it on the way down.
enum class Walk { up, down };

// Noise as in the textbook, for counts that a row may move either way; or less of it, for nested counts,
// which one row moves all in the same direction.
enum class SparseVectorNoise { textbook, one_direction };

// Public: fixed before the search looks at a count.
struct CountSearch {
  Rational threshold;
  Walk walk = Walk::up;
  SparseVectorNoise noise = SparseVectorNoise::textbook;
  std::size_t first = 0;              // the counts first … last alone
  std::size_t last = ~std::size_t{0}; // or the last one there is
  Rational ramp = 0;                  // the threshold comes nearer by so much with every step: it must stop
};

struct FirstAbove {
  std::size_t index; // of the count it stopped at; on reaching the end, the last one it would have looked at
  bool stopped;      // or reached the end
};

// PROMISE  epsilon-DP; neighbours replace one row, n is public.
// WHY      Let one row move every count by at most 1 (more is divided out). The threshold T has noise t of
//          rate a = epsilon / 2, count i noise z of rate b: epsilon / 4, or epsilon / 2 in one direction. Fix
//          the noise of all counts before the i-th. On the way up the search stops at i iff q_j + z_j <=
//          T_j + t for all j < i, and q_i + z_i > T_i + t, where T_j is public. For a neighbour with counts
//          q', shift (t, z_i) by (1, q_i - q'_i + 1), a bijection of integers: then q'_j + z_j <= q_j + z_j +
//          1 <= T_j + t + 1, and q'_i + z_i' > T_i + t + 1. It costs a + b |q_i - q'_i + 1| <= a + 2 b =
//          epsilon. In one direction, either all q' >= q, where |q_i - q'_i + 1| <= 1 and the cost is a + b =
//          epsilon; or all q' <= q, where shifting (t, z_i) by (0, q_i - q'_i) does: it costs b. Never
//          stopping costs a at most, by the same shift of t. The way down is the way up of all counts
//          negated, in turned order.
// ASSUMES  independent uniform bits; that two draws are not both beyond 2^126, which has a chance below
//          exp(-2^64) at the least rate that is allowed, 2^-60.
// CHECKED  tests/mechanism/sparse_vector_privacy_test.cpp, tests/mechanism/sparse_vector_test.cpp
//
// Every count gets its noise, whether the search comes to it or not, so that time tells nothing.
// `step` is what the receipt calls it.
Result<Released<FirstAbove, Epsilon>> first_above(const ExactCounts &counts, const CountSearch &search,
                                                  Grant<Epsilon> grant, Bits &bits, std::string step);

// PROMISE  rho-zCDP: the same with the largest epsilon that costs no more (pure_to_zcdp.h).
Result<Released<FirstAbove, Rho>> first_above(const ExactCounts &counts, const CountSearch &search,
                                              Grant<Rho> grant, Bits &bits, std::string step);

// Rates of the noise for so much budget, where one row moves every count by so much: what error bounds need.
struct SearchRates {
  Rational threshold, count;
};
SearchRates search_rates(const Epsilon &epsilon, SparseVectorNoise noise, std::uint64_t moved_by_one_row = 1);
SearchRates search_rates(const Rho &rho, SparseVectorNoise noise, std::uint64_t moved_by_one_row = 1);

} // namespace poise::internal
