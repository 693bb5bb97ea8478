// The pure-DP mean of several columns together: rotate, medians, an l1-radius, Laplace noise.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  epsilon-DP; neighbours replace one row, or all rows of one person where the table was read with a
//          unit; n is public.
// WHY      The rotation has random signs that do not depend on the rows. Where no grid is given, 4/80
//          of epsilon find one (find_grid). The rest is divided 19 : 19 : 38: medians of all rotated
//          columns (exponential_quantiles), a radius in l1-norm around them (find_close_radius), and
//          the sum of all rows clipped to it: one row moves that by at most two radii in l1-norm, and
//          Laplace noise covers it (noisy_sum). What follows uses releases and public facts alone.
// CHECKED  tests/estimate/pure_vector_mean_test.cpp
//
// Error about 2.3 d / (epsilon' n) times the l2-radius of the data, epsilon' being half of epsilon. An Error
// naming the rows needed when the medians could be off by more than a quarter of all rows on the grid that is
// given, or on the coarsest that may be found; a warning when they could on the one found.
Result<Estimate> pure_vector_mean(const Table &table, const std::optional<Grid> &grid, Grant<Epsilon> grant,
                                  Bits &bits, const RunOptions &run = {});

extern const MeanMethod pure_vector_method;

} // namespace poise::internal
