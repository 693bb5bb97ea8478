// Where most numbers are: the stretch of a public ladder that holds the most of them, if any holds enough.
#pragma once

#include "poise/aggregate/exact/exact_counts.h"
#include "poise/mechanism/released.h"

#include <optional>
#include <span>
#include <string>

namespace poise::internal {

struct FoundWindow {
  std::optional<std::size_t> last; // the highest rung of the window; nothing where no window stands out
};

struct WindowPlan {
  std::size_t width;                    // in rungs
  std::span<const std::uint64_t> prior; // one weight a window, the one that ends at each rung; 0: never
  std::uint64_t nothing_count;          // as good as a window with so many in it, of prior weight …
  std::uint64_t nothing_prior;          // … this: that nothing stands out
  // Windows of another width beside those, with weights of their own; none where there are no weights.
  std::size_t narrow_width = 0;
  std::span<const std::uint64_t> narrow_prior = {};
};

// PROMISE  rho-zCDP; neighbours replace one row, n is public.
// WHY      A window is worth as many numbers as it holds. One row moves one number, so each window's count by
//          at most 1, and the worth of "nothing" is fixed. Choosing with weight prior * exp(rate * count)
//          costs rate^2 / 2 (exponential_mechanism.h): what is missing from the fullest window is the score,
//          and a score that is the same for all candidates cancels.
// ASSUMES  independent uniform bits.
// CHECKED  tests/mechanism/window_search_test.cpp
//
// A quantile of numbers with atoms may fall into a gap between them, and then anything in the gap is as good;
// a window is where the numbers are. Counts are those of single rungs, which one row moves by at most 1. What
// is on the lowest rung is zero, and in no window: that many are equal says nothing about the others.
Result<Released<FoundWindow>> window_search(const ExactCounts &rungs, const WindowPlan &plan,
                                            Grant<Rho> grant, Bits &bits, std::string step);

} // namespace poise::internal
