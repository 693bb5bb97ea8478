// The interquartile range by propose-test-release (Dwork, Lei 2009): a simulation in doubles.
#pragma once

#include "poise/base/result.h"
#include "poise/random/bits.h"

#include <cstdint>
#include <span>

namespace poise::internal::experiments {

// How many numbers must change before the interquartile range of sorted ones leaves [low, high).
std::uint64_t changes_to_leave(std::span<const double> sorted, double low, double high);

// PROMISE  If doubles were real numbers: (epsilon, delta)-DP; neighbours replace one row, n is public.
// WHY      With b = 1 + 1 / log n, the range has its place on the scale of log to the base b, and that a bin
//          of length 1. The number of changes until it leaves the bin moves by at most 1 with a row: with
//          noise of rate epsilon / 3 it is compared with 1 + log(1 / delta) 3 / epsilon. A bin that one row
//          can leave passes with probability delta / 2. Within a bin the place moves by 1 at most: noise of
//          rate epsilon / 3. Bins that begin at whole numbers come first, at halves when those do not pass.
// CHECKED  tests/experiments/universal_rivals_test.cpp
//
// An Error when neither passes, and always when the range is 0.
Result<double> dwork_lei_iqr(std::span<const double> numbers, double epsilon, double delta, Bits &bits);

} // namespace poise::internal::experiments
