// Grids that are as coarse as an error allows: rounding of real numbers, and normal rows.
#pragma once

#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/grid.h"

#include <cstddef>
#include <cstdint>

namespace poise::internal {

// PROMISE  Within the bound, putting rows of so many columns on this grid moves none, and so not
//          their mean, by more than half of `precision` in l2-norm.
// WHY      The step is at most precision / sqrt(d), and rounding moves a cell by at most half a step.
// CHECKED  tests/estimate/mean_grids_test.cpp
//
// As published (instance-optimal mean estimation, remark 2). A coarser grid means fewer steps of every
// search.
Result<Grid> rounding_grid(const Rational &bound, const Rational &precision, std::size_t columns);

// Why a model makes no sense, if it does not.
[[nodiscard]] std::optional<Error> check_model(const GaussianModel &model);

// PROMISE  If the model is right, then with probability at least 1 - 1/40 no cell of n normal rows
//          is cut off, and rounding moves their mean by at most half of least_std * sqrt(d / n):
//          less than chance does anyway.
// WHY      |x - mean|^2 / largest_std^2 is at most chi-squared with d degrees, which exceeds
//          d + 2 sqrt(d t) + 2 t <= 4 (d + t) with probability at most e^-t; t = log(40 n), and a
//          union bound. So every row is within mean_within + 2 largest_std sqrt(d + t) of zero, and
//          so is every cell. The step is <= least_std / sqrt(n).
// CHECKED  tests/estimate/mean_grids_test.cpp
//
// As published (corollary 1, at beta = 1/10), but that cells are cut off, not rows: no row in the ball is
// touched by either, so the corollary holds.
Result<Grid> gaussian_grid(const GaussianModel &model, std::uint64_t rows, std::size_t columns);

} // namespace poise::internal
