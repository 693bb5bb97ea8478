// Many quantiles of one column: the middle one first, then those on its left among the rows on its left, and
// so on.
#pragma once

#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/mechanism/released.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace poise::internal {

// Public: how one of the quantiles is looked for, among the rows between two that have been found before.
struct RecursiveStep {
  unsigned level;            // 0 is first; a row is looked at once a level, or not at all
  bool alone;                // no other quantile is looked for on this level
  std::uint64_t part, whole; // its rank is part / whole of these rows, in lowest terms, whole <= 2^16
  Rational rate;             // a candidate that is off by k rows has weight exp(-rate * k)
};

// One a quantile. Nothing when the budget is too small for any answer. Throws when quantiles are none, not
// within 0 … 1, or do not strictly rise.
std::optional<std::vector<RecursiveStep>> recursive_steps(std::span<const Rational> quantiles,
                                                          const Epsilon &epsilon);
std::optional<std::vector<RecursiveStep>> recursive_steps(std::span<const Rational> quantiles,
                                                          const Rho &rho);

// Bits of jitter below the units of the grid: no more than it takes to tell so many rows apart.
unsigned jitter_bits(const Integer &bound, std::size_t rows, std::size_t quantiles);

// PROMISE  Before anything is spent: with probability at least 1 - beta, every value found for a
//          quantile q has at least q n - e rows at or below it, and at most q n + e rows below
//          it, where e is what this returns, whatever the quantiles. Nothing when the budget is
//          too small for any answer. 0 < beta < 1.
// WHY      A level is off by less than ln(2 N m / beta) / rate rows, N refined candidates and m
//          quantiles, and by what ties are left after the jitter. What levels are off by adds up, and
//          no more: a rank between two is off by a mean of theirs (docs/proofs/recursive_quantiles.md).
// CHECKED  tests/mechanism/recursive_quantiles_test.cpp
std::optional<Integer> recursive_rank_error(const Integer &candidates, std::size_t quantiles,
                                            std::size_t rows, const Epsilon &epsilon, const Rational &beta);
std::optional<Integer> recursive_rank_error(const Integer &candidates, std::size_t quantiles,
                                            std::size_t rows, const Rho &rho, const Rational &beta);

struct RecursiveQuantiles {
  std::vector<std::int64_t> values; // one a quantile, in their order; they never fall
};

// PROMISE  epsilon-DP for all quantiles together; neighbours replace one row, n is public.
// WHY      L levels with epsilon / L each. Given what was found before, the searches of a level look at
//          rows of their own. A row that comes or goes moves the scores of one within a range of
//          w = 2 max(p, 1 - p) rows, p its share; a row that is replaced does so in two of them, or moves
//          those of one within a range of 2. So a rate of epsilon / (2 w L) will do; epsilon / (2 L)
//          for a search that is alone. The jitter that tells tied rows apart does not look at the data.
//          More: docs/proofs/recursive_quantiles.md.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/recursive_quantiles_privacy_test.cpp, tests/mechanism/recursive_quantiles_test.cpp
//
// The column has to be the only one. `step` is what the receipt calls it.
Result<Released<RecursiveQuantiles, Epsilon>> recursive_quantiles(const SortedColumns &column,
                                                                  std::span<const Rational> quantiles,
                                                                  Grant<Epsilon> grant, Bits &bits,
                                                                  std::string step = "quantiles");

// PROMISE  rho-zCDP; otherwise as above.
// WHY      Scores that move within a range r cost r^2 / 8: two times w^2 rate^2 / 8, or rate^2 / 2
//          at once, are at most rho / L.
Result<Released<RecursiveQuantiles>> recursive_quantiles(const SortedColumns &column,
                                                         std::span<const Rational> quantiles,
                                                         Grant<Rho> grant, Bits &bits,
                                                         std::string step = "quantiles");

} // namespace poise::internal
