// Quantiles by a noisy binary search: count below the middle, add noise, go on with the better half.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/base/run_options.h"
#include "poise/grid/grid_rows.h"
#include "poise/mechanism/released.h"

#include <memory>
#include <optional>
#include <vector>

namespace poise::internal {

// How many halvings bring an interval of so many integers (at least one) down to a single one.
unsigned halvings(const Integer &candidates);

// PROMISE  Before anything is spent: with probability at least 1 - beta, the value found in each of so many
//          columns has at least rank - e rows at or below it, and fewer than rank + e rows below it, where e
//          is what this returns.
// WHY      No noise of `steps` counts in each column is beyond e: P(|Z| > e) <= 2 exp(-e^2 / (2 s2)) for
//          Z ~ N_Z(0, s2), and a union bound. Then every step down leaves at least rank - e rows at or below,
//          and every step up had fewer than rank + e.
// CHECKED  tests/mechanism/noisy_search_test.cpp
//
// Nothing when rho is too small for any answer. 0 < beta < 1.
std::optional<Integer> search_rank_error(const Integer &candidates, std::size_t columns, const Rho &rho,
                                         const Rational &beta);

struct NoisyQuantiles {
  std::vector<std::int64_t> values; // one a column
  Integer noise_variance;           // public: of the noise in every count
};

// PROMISE  rho-zCDP for all columns together; neighbours replace one row, n is public.
// WHY      There are T = halvings(2 bound + 1) steps, whatever the data. Each releases one count a column,
//          and one row moves each by at most 1, so all by sqrt(d) in l2-norm: N_Z(0, s2) costs d / (2 s2).
//          s2 = ceil(T d / (2 rho)), so <= rho in all. Thresholds depend on earlier releases alone.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/noisy_search_test.cpp, tests/mechanism/noisy_search_privacy_test.cpp
//
// Of each column the smallest value with at least `rank` rows at or below it, up to the noise.
Result<Released<NoisyQuantiles>> noisy_column_quantiles(std::shared_ptr<const GridRows> rows,
                                                        std::uint64_t rank, Grant<Rho> grant, Bits &bits,
                                                        const RunOptions &run = {});

struct NoisyRadius {
  std::size_t index;      // of the radius found
  Integer noise_variance; // public: of the noise in every count
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      As above, over the radii: T = halvings(number of radii) counts that one row moves by m each cost
//          m^2 / (2 s2), s2 = ceil(T m^2 / (2 rho)).
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/noisy_search_test.cpp, tests/mechanism/noisy_search_privacy_test.cpp
//
// Of counts that grow with the radius, the first that reaches `rank`, up to the noise; or the last one.
Result<Released<NoisyRadius>> noisy_radius(const ExactCounts &counts, std::uint64_t rank, Grant<Rho> grant,
                                           Bits &bits);

} // namespace poise::internal
