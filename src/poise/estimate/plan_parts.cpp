// Public arithmetic: nothing here looks at a row, but through clip_and_sum.
#include "poise/estimate/plan_parts.h"

#include "poise/base/nearest_double.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <cmath>

namespace poise {

std::optional<Error> wrong_plan(const MeanOptions &options, std::size_t columns) {
  const auto bad = [](std::string wrong, std::string remedy) {
    return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
  };
  if (options.norm < 1 || options.norm > 1000)
    return bad("the norm of the error must be between 1 and 1000, got " + shorten(exact_text(options.norm)),
               "choose 1 for the sum of all errors, 2 for the usual distance");
  if (options.pairs_in_a_group < 1 || options.pairs_in_a_group > 256)
    return bad("a group has 1 to 256 pairs of rows, got " + std::to_string(options.pairs_in_a_group),
               "choose a few, such as 1 or 4");
  if (!options.variances) return std::nullopt;
  if (options.variances->size() != columns)
    return bad("there are " + std::to_string(options.variances->size()) + " variances for " +
                   std::to_string(columns) + " columns",
               "give one a column");
  for (const double variance : *options.variances)
    if (!(variance >= 0 && variance <= 1e200))
      return bad("a variance must be a number from 0 to 1e200", "give one such number a column");
  return std::nullopt;
}

std::uint64_t rows_for_medians(std::size_t columns, const Rho &rho) {
  constexpr int places = 2 * 4096; // between the bound on one side and that on the other
  const auto error = quantile_rank_error(places, columns, rho, ratio(1, 100));
  if (!error || !fits_uint64(2 * *error + 1)) return ~std::uint64_t{0};
  return static_cast<std::uint64_t>(to_uint128(2 * *error + 1));
}

Scaling scaling_for(std::vector<double> stds, double norm, double reach) {
  double least = 0;
  for (const double std : stds)
    if (std > 0) least = least > 0 ? std::min(least, std) : std;
  for (double &std : stds) std = std > 0 ? std : least > 0 ? least : 1;
  std::vector<double> factors;
  for (const double std : stds) factors.push_back(std::pow(std, -2 / (norm + 2)));
  double least_spread = stds[0] * factors[0], most_factor = 0, squares = 0;
  for (std::size_t j = 0; j < stds.size(); ++j) {
    const double spread = stds[j] * factors[j];
    least_spread = std::min(least_spread, spread);
    most_factor = std::max(most_factor, factors[j]);
    squares += spread * spread;
  }
  const double fineness = std::min(0x1p12 / least_spread, 0x1p60 / (most_factor * reach));
  for (double &factor : factors) factor *= fineness;
  return {std::move(factors), std::sqrt(squares) * fineness};
}

Result<ClippedRelease> clip_and_sum_scaled(const GridRows &scaled, Integer longest, const PlanShares &shares,
                                           MeanOptions options, Grant<Rho> grant, Bits &bits,
                                           const Work &work) {
  options.shares.radius = shares.radius;
  options.shares.sum = shares.sum;
  const auto root_n = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(scaled.rows())));
  return clip_and_sum(scaled,
                      {.dimensions = scaled.columns(), .clip_rows = root_n, .longest = std::move(longest)},
                      options, std::move(grant), bits, work);
}

ScaledBack scaled_back(const NoisySum &sum, const Scaling &scaling, double step, std::size_t people) {
  ScaledBack back;
  const double noise = nearest_root(Rational(sum.noise_variance));
  for (std::size_t j = 0; j < scaling.factors.size(); ++j) {
    const double cells = step / scaling.factors[j] / static_cast<double>(people);
    back.value.push_back(static_cast<double>(sum.values[j]) * cells);
    back.noise_std.push_back(noise * cells);
  }
  return back;
}

} // namespace poise
