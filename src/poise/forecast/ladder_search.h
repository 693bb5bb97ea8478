// Where a sparse vector that looks for a radius on a ladder is likely to stop.
#pragma once

#include "poise/estimate/universal/universal_options.h"

#include <functional>
#include <vector>

namespace poise::internal {

// In rows: 1 / rate of the noise in the threshold and in each count, and what is aimed at.
struct LadderNoise {
  double threshold, count, margin, ramp;

  // As find_radius runs it with so much pure budget.
  static LadderNoise of(const RadiusSearch &how, double epsilon, double rows);
};

struct LikelyRadius {
  double radius, chance;
};

// Over `rows`, of which above(r) are beyond r, on radii that grow by 2^(1 / parts) from `first`.
std::vector<LikelyRadius> likely_radii(const std::function<double(double)> &above, double rows, double first,
                                       double parts, const LadderNoise &noise);

// The same in two searches, as tuned means do: a reach on powers of two, then a radius around it. Powers of
// two may lie anywhere beside the data, so their place is averaged over. No radius is below `least`.
std::vector<LikelyRadius> likely_close_radii(const std::function<double(double)> &above, double rows,
                                             double least, const LadderNoise &reach,
                                             const LadderNoise &radius);

} // namespace poise::internal
