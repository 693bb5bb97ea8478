// The last two steps of a mean: a private radius, then the noisy sum of rows clipped to it.
#pragma once

#include "poise/base/run_options.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/grid/grid_rows.h"
#include "poise/mechanism/noisy_sum.h"

#include <optional>

namespace poise::internal {

struct ClippedRelease {
  // Nothing when there are too few rows: then the estimate is the centre itself, and nobody looked at the
  // rows.
  std::optional<NoisySum> sum;
  Receipt<Rho> receipt;
  bool is_private;
  std::uint64_t needed_rows; // how many it takes for the radius to mean something; public
};

// What is known about the rows to be clipped; all of it public.
struct ClipPlan {
  std::size_t dimensions; // how many matter, which padding does not add to

  // Clip about so many rows, and as many as the search may err by, but at most half of them. Without it, as
  // below.
  std::optional<std::uint64_t> clip_rows = std::nullopt;

  // No row is expected to be longer. Without it, as long as the bound allows.
  std::optional<Integer> longest = std::nullopt;
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      The radius's share (a quarter, or as the options say) goes to noisy_radius over the norms of all
//          rows, the sum's to noisy_sum of the rows clipped to that radius, whose sensitivity ClippedSums
//          knows: twice the radius, or sqrt(2) times where no cell is negative. The radius is a release, so
//          the ball is public by then. The shares add up to the grant.
// CHECKED  tests/estimate/clip_and_sum_test.cpp, tests/estimate/clip_and_sum_privacy_test.cpp
//
// As published (instance-optimal mean estimation, section 3.2): the rank asked for is n less the larger of
// sqrt(2 d / rho') and the rank error of the search at beta = 1/10, where rho' is the share of the sum and d
// the number of dimensions. With a clip_quantile q it is q n instead, and rows are looked at however
// few they are.
Result<ClippedRelease> clip_and_sum(const GridRows &rows, const ClipPlan &plan, const MeanOptions &options,
                                    Grant<Rho> grant, Bits &bits, const RunOptions &run = {});

} // namespace poise::internal
