// Groups, spreads, one quantile a column; then from medians to means.
#include "poise/estimate/private_variances.h"

#include "poise/aggregate/group_spreads.h"
#include "poise/aggregate/sorted_columns.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/random/permutation.h"

#include <cmath>

namespace poise {

double median_of_mean_square(std::size_t k) {
  const double third = 1 - 2 / (9 * static_cast<double>(k));
  return third * third * third;
}

Result<PrivateVariances> private_variances(std::shared_ptr<const GridRows> rows, std::size_t k,
                                           Grant<Rho> grant, Bits &bits, const Work &work) {
  const std::vector<std::uint64_t> order = permutation(rows->rows(), bits);
  const auto spreads = group_spreads(std::move(rows), order, PairOrder::secret, k);
  if (!spreads) return spreads.error();
  const std::size_t groups = (*spreads)->rows();
  const auto rank_error = quantile_rank_error(2 * to_integer(Int128{(*spreads)->bound()}) + 1,
                                              (*spreads)->columns(), grant.amount(), ratio(1, 10));
  const auto sorted = SortedColumns::of(**spreads, work);
  if (!sorted) return sorted.error();
  const auto medians = exponential_quantiles(*sorted, (groups + 1) / 2, std::move(grant), bits, "variance");
  if (!medians) return medians.error();

  std::vector<double> values;
  for (const std::int64_t median : medians->value().values) {
    const double apart = std::max(0.0, static_cast<double>(median));
    values.push_back(apart * apart / 2 / median_of_mean_square(k));
  }
  const Integer needed = (2 * rank_error.value_or(power_of_two(60)) + 1) * to_integer(std::uint64_t{2 * k});
  return PrivateVariances{std::move(values), medians->receipt(), medians->is_private(),
                          fits_uint64(needed) ? static_cast<std::uint64_t>(to_uint128(needed))
                                              : ~std::uint64_t{0}};
}

} // namespace poise
