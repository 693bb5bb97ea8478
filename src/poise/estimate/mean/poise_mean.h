// The mean that poise answers with: no bound, no parameter.
#pragma once

#include "poise/estimate/mean/mean_method.h"

namespace poise::internal {

// PROMISE  rho-zCDP; neighbours replace one row, or all rows of one person where the table was read with a
//          unit; n is public.
// WHY      Every step takes its part of one adaptive budget, and sees rows through aggregates alone, bounded
//          as integers; what lies between is made of releases and public facts (docs/proofs/poise_mean.md).
// CHECKED  tests/estimate/poise_mean_test.cpp
//
// A missing cell is missing: the mean is that of the cells that are there.
Result<Estimate> poise_mean(const Table &table, const std::optional<Grid> &grid, Grant<Rho> grant, Bits &bits,
                            const MeanOptions &options = {}, const RunOptions &run = {});

extern const MeanMethod poise_method;

} // namespace poise::internal
