// Each option by itself, from public numbers alone.
#include "poise/estimate/mean/mean_options.h"

#include "poise/estimate/mean/mean_grids.h"
#include "poise/privacy/exact_text.h"

#include <string>

namespace poise::internal {
namespace {

const Rational &least_rho() {
  static const Rational limit = ratio(1, power_of_two(40));
  return limit;
}

} // namespace

std::optional<Error> check_mean_options(const MeanOptions &options, const Rho &rho) {
  if (rho.exact() < least_rho())
    return bad_parameter("rho is too small for any answer: the noise would drown every number",
                         "give more budget");
  return check_mean_options(options);
}

std::optional<Error> check_mean_options(const MeanOptions &options) {
  constexpr unsigned most_share = 1U << 10;
  const auto &[centre, variances, radius, sum] = options.plan_shares.value_or(PlanShares{});
  for (const unsigned share :
       {options.shares.centre, options.shares.radius, options.shares.sum, centre, variances, radius, sum})
    if (share < 1 || share > most_share)
      return bad_parameter("a share of the budget must be between 1 and 1024, got " + std::to_string(share),
                           "give shares as small whole numbers");
  if (const auto &quantile = options.clip_quantile; quantile && (*quantile <= 0 || *quantile > 1))
    return bad_parameter("the quantile to clip at must be above 0 and at most 1, got " +
                             shorten(exact_text(*quantile)),
                         "give the share of rows that should stay as they are, such as 0.95");
  if (options.centre_within && *options.centre_within <= 0)
    return bad_parameter("the range to look for the centre in must be positive",
                         "give a positive number that is public knowledge");
  return options.model ? check_model(*options.model) : std::nullopt;
}

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

} // namespace poise::internal
