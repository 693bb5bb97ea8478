// Every column by itself, as instance-optimal does one: for tables whose columns have units of their own.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one person, n is public.
// WHY      Columns have equal parts of the grant, one after the other: what each costs adds up.
// CHECKED  tests/estimate/by_column_mean_test.cpp
//
// One ball for all columns drowns those whose unit is small; here each has its own scale, centre and radius.
// With a grid all columns are put on it; without one, each finds its own.
Result<Estimate> by_column_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant,
                                Bits &bits, const MeanOptions &options, const RunOptions &run);

extern const MeanMethod by_column_method;

} // namespace poise::internal
