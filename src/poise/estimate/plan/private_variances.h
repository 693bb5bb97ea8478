// The variance of every column, privately: medians of how far rows of small groups are apart.
#pragma once

#include "poise/base/run_options.h"
#include "poise/grid/grid_rows.h"
#include "poise/privacy/grant.h"
#include "poise/random/bits.h"

#include <memory>
#include <span>
#include <vector>

namespace poise::internal {

struct PrivateVariances {
  std::vector<double> values; // one a column, in squared cells of the grid; never negative
  Receipt<Rho> receipt;
  bool is_private;
};

// What the median of a mean of k squares of normal numbers is of their variance: (1 - 2 / (9 k))^3, by Wilson
// and Hilferty.
double median_of_mean_square(std::size_t k);

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      Groups of 2 k rows by a secret uniform order: one row changes one group (group_spreads.h).
//          The one release is exponential_quantiles of their spreads, which has the whole grant.
// CHECKED  tests/estimate/private_variances_test.cpp
//
// As published (PLAN, algorithm 2): for normal data E (x - y)^2 / 2 is the variance, and the median is turned
// into the mean. Roots are taken before the median, which changes nothing, as they are monotone, and keeps
// cells small.
Result<PrivateVariances> private_variances(std::shared_ptr<const GridRows> rows, std::size_t k,
                                           Grant<Rho> grant, Bits &bits, const RunOptions &run = {});

// A quantile of a column, and how many standard deviations above the centre it is taken to be.
struct QuantileAbove {
  Rational quantile;
  double stds;
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public. |centre| <= 2^62.
// WHY      The one release is exponential_quantiles, which has the whole grant; the centre is public.
// CHECKED  tests/estimate/private_variances_test.cpp
//
// As published (PLAN, section D.2): the quantile 0.841 of a normal column is one standard deviation above its
// mean, and 0.75 and 0.9 are taken to be, too. With 0.6745 and 1.2816 standard deviations these would be
// right.
Result<PrivateVariances> direct_variances(const GridRows &rows, std::span<const std::int64_t> centre,
                                          const QuantileAbove &above, Grant<Rho> grant, Bits &bits,
                                          const RunOptions &run = {});

} // namespace poise::internal
