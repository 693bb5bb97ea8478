// Counts, scale, radius, sum: three walks over the ones there are.
#include "poise/estimate/plan/binary_plan_mean.h"

#include "poise/aggregate/exact/column_sums.h"
#include "poise/aggregate/transform/scaled_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/plan/scaled_sum.h"
#include "poise/grid/zeros_and_ones.h"
#include "poise/mechanism/noisy_sum.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

constexpr PlanShares binary_shares = {.centre = 1, .variances = 10, .radius = 1, .sum = 89};

// Of so many ones among n, with noise and all.
double variance_of(Int128 ones, double n) {
  const double share = std::clamp(static_cast<double>(ones) / n, 0.0, 1.0);
  return share * (1 - share);
}

// Lemma 5.3: rows concentrate if no variance is smaller. A bit has at most 1/4.
double least_variance(std::size_t columns) {
  return std::min(0.25, std::pow(static_cast<double>(columns), -0.4));
}

// The longest a row can be: all ones.
Integer longest_row(const std::vector<double> &factors) {
  double squares = 0;
  for (const double factor : factors) squares += (factor + 1) * (factor + 1); // each is rounded
  return Integer(std::ceil(std::sqrt(squares))) + 1;
}

} // namespace

Result<Estimate> binary_plan_mean(const Table &table, Grant<Rho> grant, Bits &bits,
                                  const MeanOptions &options, const RunOptions &run) {
  const std::size_t columns = table.columns().size(), people = count_people(table);
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  if (const auto error = check_plan_options(options, columns)) return *error;
  const auto rows = zeros_and_ones(table, run);
  if (!rows) return rows.error();

  const PlanShares shares = options.plan_shares.value_or(binary_shares);
  const unsigned rest = shares.radius + shares.sum;
  auto grants = std::move(grant).split(options.variances ? std::vector<unsigned>{rest}
                                                         : std::vector<unsigned>{shares.variances, rest});
  std::vector<Receipt<Rho>> receipts;
  bool is_private = true;
  std::vector<double> stds;
  if (options.variances) {
    for (const double variance : *options.variances) stds.push_back(std::sqrt(variance));
  } else {
    const auto counts = ColumnSums::of(**rows, run);
    if (!counts) return counts.error();
    const auto ones = noisy_sum(*counts, std::move(grants[0]), bits, "variance");
    if (!ones) return ones.error();
    for (const Int128 count : ones->value().values)
      stds.push_back(
          std::sqrt(std::max(variance_of(count, static_cast<double>(people)), least_variance(columns))));
    receipts.push_back(ones->receipt());
    is_private = ones->is_private();
  }

  // Each factor is right to 2^-20.
  const std::vector<double> factors =
      factors_for(std::move(stds), nearest_double(options.norm), {.reach = 1, .least_factor = 0x1p20});
  const auto scaled = scaled_rows(*rows, {factors.begin(), factors.end()});
  if (!scaled) return scaled.error();
  const auto release = clip_and_sum_scaled(**scaled, longest_row(factors), shares, options,
                                           std::move(grants.back()), bits, run);
  if (!release) return release.error();
  receipts.push_back(release->receipt);
  for (std::size_t i = 1; i < receipts.size(); ++i) receipts[0].append(receipts[i]);

  ScaledBack found = scaled_back(release->sum.value(), factors, 1, people);
  return make_estimate("plan", table, unit_grid(),
                       {std::move(found.value), std::move(found.noise_std), std::move(receipts[0]),
                        is_private && release->is_private, release->needed_rows});
}

} // namespace poise::internal
