// Public arithmetic: nothing here looks at a row, but through clip_and_sum.
#include "poise/estimate/plan/scaled_sum.h"

#include "poise/base/nearest_double.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {

std::vector<double> factors_for(std::vector<double> stds, double norm, const Unscaled &cells) {
  const double most = std::ranges::max(stds);
  double least = most;
  for (const double std : stds)
    if (std > 0) least = std::min(least, std);
  double largest = 1;
  for (double &std : stds) {
    const double beside_the_most = most > 0 ? std::max((std > 0 ? std : least) / most, 0x1p-40) : 1;
    std = std::pow(beside_the_most, -2 / (norm + 2)); // 1 or more
    largest = std::max(largest, std);
  }
  const double furthest = largest * cells.reach;
  const double fineness = std::min(std::max(cells.least_factor, (0x1p31 - 1) / furthest), 0x1p60 / furthest);
  for (double &factor : stds) factor *= fineness;
  return stds;
}

Result<ClippedRelease> clip_and_sum_scaled(const GridRows &scaled, std::optional<Integer> longest,
                                           const PlanShares &shares, MeanOptions options, Grant<Rho> grant,
                                           Bits &bits, const RunOptions &run) {
  options.shares.radius = shares.radius;
  options.shares.sum = shares.sum;
  const auto root_n = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(scaled.rows())));
  return clip_and_sum(scaled,
                      {.dimensions = scaled.columns(), .clip_rows = root_n, .longest = std::move(longest)},
                      options, std::move(grant), bits, run);
}

ScaledBack scaled_back(const NoisySum &sum, const std::vector<double> &factors, double step,
                       std::size_t people) {
  ScaledBack back;
  const double noise = nearest_root(Rational(sum.noise_variance));
  for (std::size_t j = 0; j < factors.size(); ++j) {
    const double cells = step / factors[j] / static_cast<double>(people);
    back.value.push_back(static_cast<double>(sum.values[j]) * cells);
    back.noise_std.push_back(noise * cells);
  }
  return back;
}

} // namespace poise::internal
