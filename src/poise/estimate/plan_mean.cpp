// Centre, spread, radius, sum; then back to the user's scale.
#include "poise/estimate/plan_mean.h"

#include "poise/aggregate/scaled_rows.h"
#include "poise/aggregate/shifted_rows.h"
#include "poise/aggregate/sorted_columns.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/clip_and_sum.h"
#include "poise/estimate/mean_parts.h"
#include "poise/estimate/private_variances.h"
#include "poise/grid/on_grid.h"
#include "poise/mechanism/exponential_quantile.h"
#include "poise/privacy/exact_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace poise {
namespace {

std::optional<Error> wrong_plan(const MeanOptions &options, const Grid &grid, std::size_t columns) {
  const auto bad = [](std::string wrong, std::string remedy) {
    return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
  };
  if (options.norm < 1 || options.norm > 1000)
    return bad("the norm of the error must be between 1 and 1000, got " + shorten(exact_text(options.norm)),
               "choose 1 for the sum of all errors, 2 for the usual distance");
  if (options.pairs_in_a_group < 1 || options.pairs_in_a_group > 256)
    return bad("a group has 1 to 256 pairs of rows, got " + std::to_string(options.pairs_in_a_group),
               "choose a few, such as 1 or 4");
  if (options.variances) {
    if (options.variances->size() != columns)
      return bad("there are " + std::to_string(options.variances->size()) + " variances for " +
                     std::to_string(columns) + " columns",
                 "give one a column");
    for (const double variance : *options.variances)
      if (!(variance >= 0 && variance <= 1e200))
        return bad("a variance must be a number from 0 to 1e200", "give one such number a column");
  }
  if (grid.bound() > std::int64_t{1} << 58) // spreads and shifts need room
    return bad("rows around a centre could outgrow 62 bits", "choose a coarser grid");
  return std::nullopt;
}

struct Centre {
  std::vector<std::int64_t> values;
  Receipt<Rho> receipt;
  bool is_private;
  std::uint64_t needed_rows;
};

Result<Centre> find_centre(const GridRows &rows, Grant<Rho> grant, Bits &bits, const Work &work) {
  const auto rank_error = quantile_rank_error(2 * to_integer(Int128{rows.bound()}) + 1, rows.columns(),
                                              grant.amount(), ratio(1, 10));
  const auto sorted = SortedColumns::of(rows, work);
  if (!sorted) return sorted.error();
  auto medians = exponential_quantiles(*sorted, (rows.rows() + 1) / 2, std::move(grant), bits);
  if (!medians) return medians.error();
  const Integer needed = 2 * rank_error.value_or(power_of_two(60)) + 1;
  return Centre{medians->value().values, medians->receipt(), medians->is_private(),
                static_cast<std::uint64_t>(to_uint128(needed))};
}

// What every column is multiplied by, in cells to a cell; from releases and public facts.
struct Scaling {
  std::vector<double> factors;
  double typical_length; // of a scaled row, in cells
};

// Estimates may be far too small, and a column that is stretched too much lengthens every row: as published,
// each gets the average of all on top.
void regularise(std::vector<double> &stds) {
  const double average = std::accumulate(stds.begin(), stds.end(), 0.0) / static_cast<double>(stds.size());
  for (double &std : stds) std += average;
}

// `stds` in cells, none negative; those of columns that do not vary count as the least of the others, or one
// cell.
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
  // As fine as 2^12 cells to the least spread, if the furthest row then still fits 60 bits.
  const double fineness = std::min(0x1p12 / least_spread, 0x1p60 / (most_factor * reach));
  for (double &factor : factors) factor *= fineness;
  return {std::move(factors), std::sqrt(squares) * fineness};
}

// The universe of lengths: as published, sqrt(log(max(n, d, 3)) log(1 / beta)) times the typical one, at beta
// = 1/10.
Integer longest_row(double typical, std::size_t people, std::size_t columns) {
  const auto most = static_cast<double>(std::max({people, columns, std::size_t{3}}));
  return Integer(std::ceil(typical * std::sqrt(std::log(most) * std::log(10.0)))) + 1;
}

std::vector<double> roots(std::vector<double> numbers) {
  for (double &number : numbers) number = std::sqrt(number);
  return numbers;
}

} // namespace

Result<MeanEstimate> plan_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                               const MeanOptions &options, const Work &work) {
  const std::size_t columns = table.columns().size(), people = count_people(table);
  if (const auto error = too_few_people(table)) return *error;
  if (const auto error = wrong_choices(options, grant.amount())) return *error;
  if (const auto error = wrong_plan(options, grid, columns)) return *error;
  if (!options.variances && people < 2 * options.pairs_in_a_group)
    return Error{ErrorKind::bad_input, "there are too few rows for a group to estimate variances from",
                 "give more rows, or smaller groups"};
  const auto rows = on_grid(table, grid, work);
  if (!rows) return rows.error();

  const double step = nearest_double(grid.step());
  std::vector<double> stds;
  std::uint64_t needed = 0;
  std::optional<Receipt<Rho>> receipt;
  bool is_private = true;
  constexpr std::array<unsigned, 3> with_variances = {1, 3, 12};
  constexpr std::array<unsigned, 2> without = {4, 12};
  auto grants =
      std::move(grant).split(options.variances ? std::span<const unsigned>(without) : with_variances);
  const auto centre = find_centre(**rows, std::move(grants[0]), bits, work);
  if (!centre) return centre.error();
  receipt = centre->receipt;
  needed = centre->needed_rows;
  is_private = centre->is_private;
  if (options.variances) {
    for (const double variance : *options.variances) stds.push_back(std::sqrt(variance) / step);
  } else {
    auto variances = private_variances(*rows, options.pairs_in_a_group, std::move(grants[1]), bits, work);
    if (!variances) return variances.error();
    receipt->append(variances->receipt);
    needed = std::max(needed, variances->needed_rows);
    is_private = is_private && variances->is_private;
    stds = roots(std::move(variances->values));
    regularise(stds);
  }

  const Scaling scaling =
      scaling_for(std::move(stds), nearest_double(options.norm), 2 * static_cast<double>(grid.bound()));
  const auto shifted = shifted_rows(*rows, centre->values);
  if (!shifted) return shifted.error();
  const auto scaled = scaled_rows(*shifted, {scaling.factors.begin(), scaling.factors.end()});
  if (!scaled) return scaled.error();
  const auto root_n = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(people)));
  const auto release = clip_and_sum(**scaled,
                                    {.dimensions = columns,
                                     .clip_rows = root_n,
                                     .longest = longest_row(scaling.typical_length, people, columns)},
                                    options, std::move(grants.back()), bits, work);
  if (!release) return release.error();
  receipt->append(release->receipt);
  needed = std::max(needed, release->needed_rows);
  is_private = is_private && release->is_private;

  std::vector<double> value, noise_std;
  const double noise = nearest_root(Rational(release->sum->noise_variance)), n = static_cast<double>(people);
  for (std::size_t j = 0; j < columns; ++j) {
    const double cells = step / scaling.factors[j] / n;
    value.push_back(static_cast<double>(centre->values[j]) * step +
                    static_cast<double>(release->sum->values[j]) * cells);
    noise_std.push_back(noise * cells);
  }
  return told("plan", table, grid,
              {std::move(value), std::move(noise_std), std::move(*receipt), is_private, needed});
}

Result<MeanEstimate> plan_noscale_mean(const Table &table, const Grid &grid, Grant<Rho> grant, Bits &bits,
                                       const MeanOptions &options, const Work &work) {
  const std::size_t columns = table.columns().size(), people = count_people(table);
  if (const auto error = too_few_people(table)) return *error;
  if (const auto error = wrong_choices(options, grant.amount())) return *error;
  if (const auto error = wrong_plan(options, grid, columns)) return *error;
  const auto rows = on_grid(table, grid, work);
  if (!rows) return rows.error();

  const std::array shares = {options.shares.centre, options.shares.radius + options.shares.sum};
  auto grants = std::move(grant).split(shares);
  const auto centre = find_centre(**rows, std::move(grants[0]), bits, work);
  if (!centre) return centre.error();
  const auto shifted = shifted_rows(*rows, centre->values);
  if (!shifted) return shifted.error();
  const auto release =
      clip_and_sum(**shifted, {.dimensions = columns}, options, std::move(grants[1]), bits, work);
  if (!release) return release.error();

  const double step = nearest_double(grid.step()), n = static_cast<double>(people);
  std::vector<double> value;
  for (std::size_t j = 0; j < columns; ++j) {
    const double around = release->sum ? static_cast<double>(release->sum->values[j]) / n : 0;
    value.push_back((static_cast<double>(centre->values[j]) + around) * step);
  }
  const double noise =
      release->sum ? nearest_root(Rational(release->sum->noise_variance)) * step / n : 2 * reach_of(grid);
  std::vector<double> noise_std(columns, noise);
  Receipt<Rho> receipt = centre->receipt;
  receipt.append(release->receipt);
  const bool is_private = centre->is_private && release->is_private;
  const std::uint64_t needed = std::max(centre->needed_rows, release->needed_rows);
  return told("plan-noscale", table, grid,
              {std::move(value), std::move(noise_std), std::move(receipt), is_private, needed});
}

} // namespace poise
