// Bounds from a noisy histogram over powers of two, as in Google's library: a simulation in doubles.
#pragma once

#include "experiments/universal/doubles_with_noise.h"
#include "poise/base/result.h"

namespace poise::internal::experiments {

// One bin for every power of two of a double, for positive and for negative numbers.
inline constexpr int octaves = 2046;

// What a noisy count has to exceed, so that none of `bins` empty ones does with this probability of failure
// (added together); noise of this scale.
double histogram_threshold(double failure, int bins, double noise_scale);

// PROMISE  If doubles were real numbers: epsilon-DP; neighbours replace one row, n is public.
// WHY      One row leaves a bin and enters another: Laplace noise of scale 2 / epsilon in every bin. The rest
//          looks at noisy counts alone.
// CHECKED  tests/experiments/universal_rivals_test.cpp
//
// From the lower end of the lowest bin above the threshold to the upper end of the highest. The threshold is
// for a chance of 1e-9 that some empty bin passes; ten times as much as long as no bin passes at all; an
// Error when none does at a chance of one half.
Result<Bounds> log2_histogram_bounds(std::span<const double> numbers, double epsilon, Bits &bits);

} // namespace poise::internal::experiments
