// One exact count made private with discrete Gaussian noise.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/mechanism/released.h"

#include <string>

namespace poise::internal {

struct NoisyCount {
  Int128 value;           // count + noise
  Integer noise_variance; // public
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      One row moves the count by at most D = moved_by_one_row. N_Z(0, s2) costs D^2 / (2 s2);
//          s2 = ceil(D^2 / (2 rho)), so at most rho. Which count is public.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/noisy_count_test.cpp
Result<Released<NoisyCount>> noisy_count(const ExactCounts &counts, std::size_t which, Grant<Rho> grant,
                                         Bits &bits, std::string step);

} // namespace poise::internal
