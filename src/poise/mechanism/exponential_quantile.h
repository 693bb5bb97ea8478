// Quantiles by the exponential mechanism: every integer of the grid may win, those near the rank are likely
// to.
#pragma once

#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/mechanism/released.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// The largest rate with rate^2 / 2 <= rho / columns, or 2 rate <= epsilon / columns, that has 32 bits behind
// the point; nothing when that is zero.
std::optional<Rational> quantile_rate(std::size_t columns, const Rho &rho);
std::optional<Rational> quantile_rate(std::size_t columns, const Epsilon &epsilon);

// PROMISE  Before anything is spent: with probability at least 1 - beta, the value found in every
//          column has at least rank - e rows at or below it, and fewer than rank + e rows below it,
//          where e is what this returns. Nothing when rho is too small for any answer. 0 < beta < 1.
// WHY      Among N candidates one has score 0, so P(score >= k) <= N exp(-rate k); a union bound
//          over the columns.
// CHECKED  tests/mechanism/exponential_quantile_test.cpp
std::optional<Integer> quantile_rank_error(const Integer &candidates, std::size_t columns, const Rho &rho,
                                           const Rational &beta);
std::optional<Integer> quantile_rank_error(const Integer &candidates, std::size_t columns,
                                           const Epsilon &epsilon, const Rational &beta);

struct ExponentialQuantiles {
  std::vector<std::int64_t> values; // one a column
};

// PROMISE  rho-zCDP for all columns together; neighbours replace one row, n is public.
// WHY      The score of y is how many rows would have to change for y to be the value of that rank:
//          max(0, rank - #{x <= y}, #{x < y} - rank + 1). One row moves it by at most 1, either way, so
//          choosing with weight exp(-rate * score) costs rate^2 / 2 (exponential_mechanism.h): at most rho /
//          d a column.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/exponential_quantile_test.cpp
//
// The rank is taken within 1 … n. `step` is what the receipt calls it. Columns are weighed side by side and
// drawn from in their order, so that threads change nothing.
Result<Released<ExponentialQuantiles>> exponential_quantiles(const SortedColumns &columns, std::uint64_t rank,
                                                             Grant<Rho> grant, Bits &bits,
                                                             std::string step = "centre",
                                                             const RunOptions &run = {});

// PROMISE  epsilon-DP for all columns together; otherwise as above.
// WHY      As above: weights exp(-rate * score) cost 2 rate, at most epsilon / d a column.
Result<Released<ExponentialQuantiles, Epsilon>>
exponential_quantiles(const SortedColumns &columns, std::uint64_t rank, Grant<Epsilon> grant, Bits &bits,
                      std::string step = "centre", const RunOptions &run = {});

} // namespace poise::internal
