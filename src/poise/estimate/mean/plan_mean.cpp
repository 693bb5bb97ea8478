// Centre, spread, radius, sum; then back to the user's scale.
#include "poise/estimate/mean/plan_mean.h"

#include "poise/aggregate/exact/sorted_columns.h"
#include "poise/aggregate/transform/scaled_rows.h"
#include "poise/aggregate/transform/shifted_rows.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/enough_people.h"
#include "poise/estimate/mean/clipped_mean.h"
#include "poise/estimate/mean/found_grid_mean.h"
#include "poise/estimate/mean/instance_optimal_mean.h"
#include "poise/estimate/mean/make_estimate.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/plan/binary_plan_mean.h"
#include "poise/estimate/plan/plan_rows.h"
#include "poise/estimate/plan/private_variances.h"
#include "poise/estimate/plan/scaled_sum.h"
#include "poise/grid/kept_grid_rows.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace poise::internal {
namespace {

std::optional<Error> too_wide(const Grid &grid) {
  if (grid.bound() <= std::int64_t{1} << 58) return std::nullopt; // spreads and shifts need room
  return bad_parameter("rows around a centre could outgrow 62 bits", "choose a coarser grid");
}

// In memory if there is room: there are four walks over them.
Result<std::shared_ptr<const GridRows>> rows_to_walk(const Table &table, const Grid &grid,
                                                     const RunOptions &run) {
  auto rows = on_grid(table, grid, run);
  if (!rows) return rows;
  return KeepRows::if_room(std::move(*rows), run);
}

Result<Released<ExponentialQuantiles>> find_centre(const GridRows &rows, Grant<Rho> grant, Bits &bits,
                                                   const RunOptions &run) {
  const auto sorted = SortedColumns::of(rows, run);
  if (!sorted) return sorted.error();
  return exponential_quantiles(*sorted, (rows.rows() + 1) / 2, std::move(grant), bits, "centre", run);
}

// Estimates may be far too small, and a column that is stretched too much lengthens every row: as published,
// each gets the average of all on top.
void regularise(std::vector<double> &stds) {
  const double average = std::accumulate(stds.begin(), stds.end(), 0.0) / static_cast<double>(stds.size());
  for (double &std : stds) std += average;
}

// Columns whose released spread is within two cells: most of their cells are equal, and what differs looks
// like an outlier.
std::size_t count_still(const std::vector<double> &stds) {
  return static_cast<std::size_t>(std::ranges::count_if(stds, [](double std) { return std <= 2; }));
}

std::string mostly_equal(std::size_t still, std::size_t columns) {
  return "most cells seem equal in " + std::to_string(still) + " of " + std::to_string(columns) +
         " columns, and plan cuts rare others off: their means may be far off; for zeros and ones say "
         "`binary`, else use another method";
}

// The universe of lengths: as published, sqrt(log(max(n, d, 3)) log(1 / beta)) times the typical one, at beta
// = 1/10.
Integer longest_row(const std::vector<double> &stds, const std::vector<double> &factors, std::size_t people) {
  double squares = 0;
  for (std::size_t j = 0; j < stds.size(); ++j) squares += stds[j] * factors[j] * stds[j] * factors[j];
  const auto most = static_cast<double>(std::max({people, stds.size(), std::size_t{3}}));
  return Integer(std::ceil(std::sqrt(squares * std::log(most) * std::log(10.0)))) + 1;
}

// How the budget is divided: medians, then variances where they are estimated, then what clips and sums.
std::vector<unsigned> divided(const PlanShares &shares, bool with_variances) {
  const unsigned rest = shares.radius + shares.sum;
  if (with_variances) return {shares.centre, shares.variances, rest};
  return {shares.centre + shares.variances, rest};
}

Rho part_of(const Rho &rho, const std::vector<unsigned> &shares, std::size_t i) {
  const unsigned all = std::accumulate(shares.begin(), shares.end(), 0U);
  return Rho::of(rho.exact() * shares[i] / all).value();
}

std::uint64_t times(std::uint64_t count, std::uint64_t factor) {
  const Integer product = to_integer(count) * to_integer(factor);
  return fits_uint64(product) ? static_cast<std::uint64_t>(to_uint128(product)) : ~std::uint64_t{0};
}

// What share of the bound columns are expected to vary by at least: as the model of normal rows has it, where
// there is one.
Rational least_spread(const MeanOptions &options, const Grid &grid) {
  if (!options.model) return options.least_spread;
  const Rational reach = grid.step() * Rational(to_integer(Int128{grid.bound()}));
  return std::min(Rational(1), Rational(options.model->least_std / reach));
}

// With fewer rows than this, a median is likely to be anywhere, which spoils every estimate, or the variances
// of many columns are. A group of 2 k rows is one value of its column's spread.
std::uint64_t rows_needed(std::size_t columns, const Rho &rho, const std::vector<unsigned> &shares,
                          const MeanOptions &options, const Rational &spread) {
  const std::uint64_t for_centre = rows_for_all_medians(columns, part_of(rho, shares, 0), spread);
  if (options.variances) return for_centre;
  return std::max(for_centre, times(rows_for_most_medians(columns, part_of(rho, shares, 1), spread),
                                    2 * std::uint64_t{options.pairs_in_a_group}));
}

// What is done with too few rows: the whole budget goes to a method that does not look at variances. From n,
// d, rho and the kind of table alone, so that this choice tells nobody anything.
Result<Estimate> with_fewer_rows(std::string method, std::uint64_t needed, const Table &table,
                                 const Grid &grid, Grant<Rho> grant, Bits &bits, const MeanOptions &options,
                                 const RunOptions &run) {
  const auto estimate = table.sparse() ? clipped_mean : instance_optimal_mean; // rotated rows are not sparse
  auto mean = estimate(table, grid, std::move(grant), bits, options, run);
  if (!mean) return mean;
  mean->warnings.insert(mean->warnings.begin(), not_enough_rows(method, count_people(table), needed) +
                                                    ": this is the mean of " + mean->method + " instead");
  mean->method = std::move(method);
  return mean;
}

} // namespace

Result<Estimate> plan_mean(const Table &table, const std::optional<Grid> &given, Grant<Rho> grant, Bits &bits,
                           const MeanOptions &options, const RunOptions &run) {
  if (!given)
    return found_grid_mean(table, {.finer = 16, .sorts = true}, plan_mean, std::move(grant), bits, options,
                           run);
  const Grid &grid = *given;
  if (table.binary() || options.binary) return binary_plan_mean(table, std::move(grant), bits, options, run);
  const std::size_t columns = table.columns().size(), people = count_people(table);
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  if (const auto error = check_plan_options(options, columns)) return *error;
  if (const auto error = too_wide(grid)) return *error;
  const PlanShares shares = options.plan_shares.value_or(PlanShares{});
  const std::vector<unsigned> parts = divided(shares, !options.variances);
  const std::uint64_t needed =
      rows_needed(columns, grant.amount(), parts, options, least_spread(options, grid));
  if (people < needed)
    return with_fewer_rows("plan", needed, table, grid, std::move(grant), bits, options, run);
  const auto rows = rows_to_walk(table, grid, run);
  if (!rows) return rows.error();

  auto grants = std::move(grant).split(parts);
  const auto centre = find_centre(**rows, std::move(grants[0]), bits, run);
  if (!centre) return centre.error();
  Receipt<Rho> receipt = centre->receipt();
  bool is_private = centre->is_private();
  const double step = nearest_double(grid.step());
  std::vector<double> stds;
  std::size_t still = 0;
  if (options.variances) {
    for (const double variance : *options.variances) stds.push_back(std::sqrt(variance) / step);
  } else {
    const auto variances =
        private_variances(*rows, options.pairs_in_a_group, std::move(grants[1]), bits, run);
    if (!variances) return variances.error();
    receipt.append(variances->receipt);
    is_private = is_private && variances->is_private;
    for (const double variance : variances->values) stds.push_back(std::sqrt(variance));
    still = count_still(stds);
    regularise(stds);
  }

  // No column becomes coarser than it was.
  const std::vector<double> factors =
      factors_for(stds, nearest_double(options.norm),
                  {.reach = 2 * static_cast<double>(grid.bound()), .least_factor = 1});
  const auto shifted = shifted_rows(*rows, centre->value().values);
  if (!shifted) return shifted.error();
  const auto scaled = scaled_rows(*shifted, {factors.begin(), factors.end()});
  if (!scaled) return scaled.error();
  // Given variances may be in any unit, so they tell nothing about lengths.
  const auto longest = options.variances ? std::nullopt : std::optional(longest_row(stds, factors, people));
  const auto release =
      clip_and_sum_scaled(**scaled, longest, shares, options, std::move(grants.back()), bits, run);
  if (!release) return release.error();
  receipt.append(release->receipt);

  ScaledBack found = scaled_back(release->sum.value(), factors, step, people);
  for (std::size_t j = 0; j < columns; ++j)
    found.value[j] += static_cast<double>(centre->value().values[j]) * step;
  Estimate mean = make_estimate("plan", table, grid,
                                {std::move(found.value), std::move(found.noise_std), std::move(receipt),
                                 is_private && release->is_private, std::max(needed, release->needed_rows)});
  if (still > 0) mean.warnings.push_back(mostly_equal(still, columns));
  return mean;
}

Result<Estimate> plan_noscale_mean(const Table &table, const std::optional<Grid> &given, Grant<Rho> grant,
                                   Bits &bits, const MeanOptions &options, const RunOptions &run) {
  if (!given)
    return found_grid_mean(table, {.finer = 16, .sorts = true}, plan_noscale_mean, std::move(grant), bits,
                           options, run);
  const Grid &grid = *given;
  const std::size_t columns = table.columns().size(), people = count_people(table);
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  if (const auto error = check_plan_options(options, columns)) return *error;
  if (const auto error = too_wide(grid)) return *error;
  const std::vector<unsigned> shares = {options.shares.centre, options.shares.radius + options.shares.sum};
  const std::uint64_t needed =
      rows_for_all_medians(columns, part_of(grant.amount(), shares, 0), least_spread(options, grid));
  if (people < needed)
    return with_fewer_rows("plan-noscale", needed, table, grid, std::move(grant), bits, options, run);
  const auto rows = rows_to_walk(table, grid, run);
  if (!rows) return rows.error();

  auto grants = std::move(grant).split(shares);
  const auto centre = find_centre(**rows, std::move(grants[0]), bits, run);
  if (!centre) return centre.error();
  const std::vector<std::int64_t> &middle = centre->value().values;
  const auto shifted = shifted_rows(*rows, middle);
  if (!shifted) return shifted.error();
  const auto release =
      clip_and_sum(**shifted, {.dimensions = columns}, options, std::move(grants[1]), bits, run);
  if (!release) return release.error();

  const double step = nearest_double(grid.step()), n = static_cast<double>(people);
  std::vector<double> value;
  for (std::size_t j = 0; j < columns; ++j) {
    const double around = release->sum ? static_cast<double>(release->sum->values[j]) / n : 0;
    value.push_back((static_cast<double>(middle[j]) + around) * step);
  }
  const double noise =
      release->sum ? nearest_root(Rational(release->sum->noise_variance)) * step / n : 2 * reach_of(grid);
  std::vector<double> noise_std(columns, noise);
  Receipt<Rho> receipt = centre->receipt();
  receipt.append(release->receipt);
  const bool is_private = centre->is_private() && release->is_private;
  return make_estimate("plan-noscale", table, grid,
                       {std::move(value), std::move(noise_std), std::move(receipt), is_private,
                        std::max(needed, release->needed_rows)});
}

constinit const MeanMethod plan_method = {
    .name = "plan",
    .summary =
        "finds a private centre and variance of every column, and scales columns so that noise follows them",
    .detail = "much less noise than instance-optimal where a few columns vary much more than the others",
    .assumes =
        "nothing for privacy; columns that concentrate, as normal ones do, and enough rows, or it warns",
    .takes = {MeanOption::bound, MeanOption::mean_within, MeanOption::clip_quantile, MeanOption::norm,
              MeanOption::variances, MeanOption::pairs, MeanOption::binary},
    .run = plan_mean,
};

constinit const MeanMethod plan_noscale_method = {
    .name = "plan-noscale",
    .summary = "finds a private centre of every column and a radius, and averages what is clipped around it",
    .detail = "as instance-optimal, without its rotation: sparse rows stay sparse",
    .assumes = "nothing about the data; enough rows for private medians, or it warns",
    .takes = {MeanOption::bound, MeanOption::mean_within, MeanOption::clip_quantile},
    .run = plan_noscale_mean,
};

} // namespace poise::internal
