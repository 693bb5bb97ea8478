// Quantiles of magnitudes among the powers of two of all doubles: how scales and magnitudes are found.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/spent_steps.h"
#include "poise/grid/grid_rows.h"

#include <optional>

namespace poise::internal {

// Within so many octaves of 1, from about 1e-19 to 1e19, are the numbers that people write down.
inline constexpr int common_octaves = 64;

template <class Unit> struct FoundOctave {
  std::optional<int> octave; // the first 2^octave that holds so many rows; nothing for the very lowest
  SpentSteps<Unit> spent;
};

// PROMISE  epsilon-DP or rho-zCDP for the grant; neighbours replace one row, n is public.
// WHY      Counts of rows within each power of two are nested (cumulative_counts.h), and
//          ladder_quantile chooses among them. Beforehand 2^k is as likely as 1 / (1 + |k|)^2: a
//          public belief that numbers are more often near 1 than near 1e300, which costs nobody's
//          privacy and little of anybody's accuracy.
// CHECKED  tests/estimate/octave_ladder_test.cpp
//
// Rows are rungs (grid/magnitudes.h).
template <class Unit>
Result<FoundOctave<Unit>> find_octave(const GridRows &rungs, std::uint64_t rank, Grant<Unit> grant,
                                      Bits &bits, std::string name, const RunOptions &run);

// PROMISE  Before anything is spent: if the right power of two is within 2^+-away, then with probability at
//          least 1 - beta the one found is off by fewer rows than this. 0 < beta < 1.
// WHY      P(off by k rows or more) <= all prior weights / that of the right one * exp(-rate * k).
// CHECKED  tests/estimate/octave_ladder_test.cpp
//
// Nothing when the budget is too small for any answer.
std::optional<Integer> octave_error(const Epsilon &epsilon, int away, const Rational &beta);
std::optional<Integer> octave_error(const Rho &rho, int away, const Rational &beta);

// The highest rank whose power of two is found most likely, for numbers of any size: a share of 1 /
// `part` of the rows is left above it, or fewer where the budget allows.
std::uint64_t high_rank(std::uint64_t rows, std::uint64_t part, const Epsilon &epsilon);
std::uint64_t high_rank(std::uint64_t rows, std::uint64_t part, const Rho &rho);

} // namespace poise::internal
