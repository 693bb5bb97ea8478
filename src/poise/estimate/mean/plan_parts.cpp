// Public arithmetic: nothing here looks at a row, but through clip_and_sum.
#include "poise/estimate/mean/plan_parts.h"

#include "poise/base/interval.h"
#include "poise/base/nearest_double.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <cmath>

namespace poise {

std::optional<Error> check_plan_options(const MeanOptions &options, std::size_t columns) {
  if (options.norm < 1 || options.norm > 1000)
    return bad_parameter("the norm of the error must be between 1 and 1000, got " +
                             shorten(exact_text(options.norm)),
                         "choose 1 for the sum of all errors, 2 for the usual distance");
  if (options.pairs_in_a_group < 1 || options.pairs_in_a_group > 256)
    return bad_parameter("a group has 1 to 256 pairs of rows, got " +
                             std::to_string(options.pairs_in_a_group),
                         "choose a few, such as 1 or 4");
  if (options.least_spread <= 0 || options.least_spread > 1)
    return bad_parameter("the least spread of a column is a share of the bound, above 0 and at most 1",
                         "give what is public knowledge, such as 0.001");
  if (!options.variances) return std::nullopt;
  if (options.variances->size() != columns)
    return bad_parameter("there are " + std::to_string(options.variances->size()) + " variances for " +
                             std::to_string(columns) + " columns",
                         "give one a column");
  for (const double variance : *options.variances)
    if (!(variance >= 0 && variance <= 1e200))
      return bad_parameter("a variance must be a number from 0 to 1e200", "give one such number a column");
  return std::nullopt;
}

namespace {

// With `chances` candidates outside for one inside and a union bound over them, half of the rows have to
// outweigh them all.
std::uint64_t rows_against(const Rational &chances, std::size_t columns, const Rho &rho) {
  const auto rate = quantile_rate(columns, rho);
  if (!rate) return ~std::uint64_t{0};
  constexpr unsigned precision = 128;
  const Integer half = (log(Interval(chances, precision)) / Interval(*rate, precision)).ceil_of_high();
  return fits_uint64(2 * half + 1) ? static_cast<std::uint64_t>(to_uint128(2 * half + 1)) : ~std::uint64_t{0};
}

} // namespace

std::uint64_t rows_for_all_medians(std::size_t columns, const Rho &rho, const Rational &least_spread) {
  return rows_against(2 / least_spread * Rational(to_integer(std::uint64_t{columns})) * 1000, columns, rho);
}

std::uint64_t rows_for_most_medians(std::size_t columns, const Rho &rho, const Rational &least_spread) {
  return rows_against(2 / least_spread * 100, columns, rho);
}

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

} // namespace poise
