// Groups, spreads, one quantile a column; then from medians to means.
#include "poise/estimate/plan/private_variances.h"

#include "poise/aggregate/exact/group_spreads.h"
#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/random/sampler/permutation.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace poise::internal {

double median_of_mean_square(std::size_t k) {
  const double third = 1 - 2 / (9 * static_cast<double>(k));
  return third * third * third;
}

Result<PrivateVariances> private_variances(std::shared_ptr<const GridRows> rows, std::size_t k,
                                           Grant<Rho> grant, Bits &bits, const RunOptions &run) {
  const std::vector<std::uint64_t> order = permutation(rows->rows(), bits);
  const auto spreads = group_spreads(std::move(rows), order, PairOrder::secret, k);
  if (!spreads) return spreads.error();
  const std::size_t groups = (*spreads)->rows();
  const auto sorted = SortedColumns::of(**spreads, run);
  if (!sorted) return sorted.error();
  const auto medians =
      exponential_quantiles(*sorted, (groups + 1) / 2, std::move(grant), bits, "variance", run);
  if (!medians) return medians.error();

  std::vector<double> values;
  for (const std::int64_t median : medians->value().values) {
    const double apart = std::max(0.0, static_cast<double>(median));
    values.push_back(apart * apart / 2 / median_of_mean_square(k));
  }
  return PrivateVariances{std::move(values), medians->receipt(), medians->is_private()};
}

Result<PrivateVariances> direct_variances(const GridRows &rows, std::span<const std::int64_t> centre,
                                          const QuantileAbove &above, Grant<Rho> grant, Bits &bits,
                                          const RunOptions &run) {
  if (centre.size() != rows.columns()) throw std::logic_error("poise: a centre needs one number a column");
  if (above.quantile <= 0 || above.quantile > 1 || !(above.stds > 0))
    return bad_parameter("a spread is measured at a quantile above the centre",
                         "give a quantile up to 1, and how many standard deviations it is above the centre");
  const auto sorted = SortedColumns::of(rows, run);
  if (!sorted) return sorted.error();
  const Integer rank = ceil(above.quantile * Rational(to_integer(std::uint64_t{rows.rows()})));
  const auto found = exponential_quantiles(*sorted, static_cast<std::uint64_t>(to_uint128(rank)),
                                           std::move(grant), bits, "variance", run);
  if (!found) return found.error();
  std::vector<double> values;
  for (std::size_t j = 0; j < centre.size(); ++j) {
    const double std =
        std::max(0.0, static_cast<double>(found->value().values[j]) - static_cast<double>(centre[j])) /
        above.stds;
    values.push_back(std * std);
  }
  return PrivateVariances{std::move(values), found->receipt(), found->is_private()};
}

} // namespace poise::internal
