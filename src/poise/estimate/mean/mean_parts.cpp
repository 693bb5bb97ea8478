// The words and numbers that means share.
#include "poise/estimate/mean/mean_parts.h"

#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/mean_grids.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>

namespace poise {
namespace {

constexpr double level = 0.95;

const Rational &least_rho() {
  static const Rational limit = ratio(1, power_of_two(40));
  return limit;
}

// What the noise does to the answer, column by column.
NoiseInterval interval_around(const std::vector<double> &value, const std::vector<double> &noise_std,
                              double stds) {
  NoiseInterval interval{level, {}, {}};
  for (std::size_t i = 0; i < value.size(); ++i) {
    interval.low.push_back(value[i] - stds * noise_std[i]);
    interval.high.push_back(value[i] + stds * noise_std[i]);
  }
  return interval;
}

std::vector<std::string> warnings_about(const std::vector<double> &noise_std, const Grid &grid,
                                        bool is_private) {
  std::vector<std::string> warnings;
  if (!is_private) warnings.push_back("simulation with a seed: this result is not private");
  const double bound = reach_of(grid);
  if (std::ranges::any_of(noise_std, [&](double noise) { return noise > bound; }))
    warnings.push_back("the noise is larger than the bound: this result says nothing about the data; "
                       "more rows, more budget, fewer columns or a smaller bound would help");
  return warnings;
}

} // namespace

std::string not_enough_rows(const std::string &method, std::size_t people, std::uint64_t needed) {
  const std::string more = needed == ~std::uint64_t{0} ? "far more" : "at least " + std::to_string(needed);
  return method + " needs " + more + " rows for this many columns and this budget, and there are " +
         std::to_string(people);
}

std::size_t count_people(const Table &table) { return table.people().value_or(table.rows()); }

std::optional<Error> check_enough_people(const Table &table) {
  if (count_people(table) >= 2) return std::nullopt;
  return bad_input(std::string("the table has one ") + (table.people() ? "person" : "row") +
                       ": nothing about one person can be private and useful",
                   table.people() ? "give a table about at least two people"
                                  : "give a table of at least two rows");
}

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

double reach_of(const Grid &grid) {
  return nearest_double(grid.step() * Rational(to_integer(Int128{grid.bound()})));
}

Estimate make_estimate(std::string method, const Table &table, const Grid &grid, FoundMean found) {
  const std::size_t people = count_people(table);
  std::vector<std::string> warnings = warnings_about(found.noise_std, grid, found.is_private);
  if (people < found.needed_rows)
    warnings.push_back(not_enough_rows(method, people, found.needed_rows) +
                       ": the result may be far off; more rows, more budget or fewer columns would help");
  NoiseInterval interval = interval_around(found.value, found.noise_std, found.stds_in_interval);
  return Estimate{.method = std::move(method),
                  .rows = people,
                  .columns = table.columns(),
                  .value = std::move(found.value),
                  .noise_std = std::move(found.noise_std),
                  .interval = std::move(interval),
                  .receipt = std::move(found.receipt),
                  .is_private = found.is_private,
                  .warnings = std::move(warnings)};
}

} // namespace poise
