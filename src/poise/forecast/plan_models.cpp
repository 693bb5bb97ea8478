// plan: centres and variances of all columns, rows scaled by them; and its kind for zeros and ones.
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/plan/plan_rows.h"
#include "poise/estimate/plan/private_variances.h"
#include "poise/estimate/plan/scaled_sum.h"
#include "poise/forecast/likely_grid.h"
#include "poise/forecast/method_model.h"
#include "poise/forecast/plan_questions.h"
#include "poise/forecast/steps.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

// binary_plan_mean.cpp has its own; the test of forecasts of bits ties them.
constexpr PlanShares binary_shares = {.centre = 1, .variances = 10, .radius = 1, .sum = 89};

struct PlanParts {
  double centre, variances, radius, sum;
};

PlanParts plan_parts(double rho) {
  const PlanShares shares;
  const double part = rho / (shares.centre + shares.variances + shares.radius + shares.sum);
  return {part * shares.centre, part * shares.variances, part * shares.radius, part * shares.sum};
}

// As rows_needed of plan_mean.cpp.
std::uint64_t rows_for_plan(const Facts &facts, const LikelyGrid &grid) {
  const PlanParts parts = plan_parts(rho_of(facts) * grid.budget_left);
  const auto centre = Rho::of(Rational(parts.centre)), variances = Rho::of(Rational(parts.variances));
  if (!centre || !variances) return ~std::uint64_t{0};
  const Rational spread(grid.least_spread);
  const std::uint64_t most = rows_for_most_medians(facts.columns, *variances, spread);
  return std::max(rows_for_all_medians(facts.columns, *centre, spread),
                  most > ~std::uint64_t{0} / 2 ? most : 2 * most);
}

// What a private standard deviation is of the true one, before the average is added: the median of distances
// of pairs is taken for that of normal columns.
double found_spread(const ColumnLaw &law) {
  const double normal = std::sqrt(0.4549 / median_of_mean_square(1));
  // Of exp(s Z), the middle half is as wide as that of a normal column with standard deviation s.
  return law.skew() > 0 ? normal * 0.3989 / law.density_at_median() : normal;
}

// How columns are scaled back: noise in column i is so many times that in a scaled one. As factors_for.
struct Scaling {
  std::vector<double> back;
  double longest; // the universe of lengths
};

Scaling scaling_of(const AssumedTable &table) {
  const double found = found_spread(table.law);
  double average = 0;
  for (const ColumnGroup &group : table.groups) average += group.count * group.spread * found / table.columns;
  Scaling scaling{{}, 0};
  for (const ColumnGroup &group : table.groups) {
    const double std = group.spread * found + average;
    scaling.back.push_back(std::pow(std, 2 / (table.norm + 2)));
    const double scaled = std / scaling.back.back();
    scaling.longest += group.count * scaled * scaled;
  }
  const double most = std::max({table.rows, table.columns, 3.0});
  scaling.longest = std::sqrt(scaling.longest * std::log(most) * std::log(10.0));
  return scaling;
}

ColumnErrors scaled_back(const AssumedTable &table, const ClipForecast &clip, const std::vector<double> &back,
                         const std::vector<double> &off, const std::vector<double> &scaled_squares) {
  double all = 0;
  for (std::size_t i = 0; i < table.groups.size(); ++i) all += table.groups[i].count * scaled_squares[i];
  ColumnErrors errors;
  for (std::size_t i = 0; i < table.groups.size(); ++i) {
    const double noise = clip.noise * back[i], bias = clip.clipped.shrinkage * off[i];
    const double cut =
        all > 0 ? clip.clipped.square * scaled_squares[i] / all / table.rows * back[i] * back[i] : 0;
    errors.noise.push_back(noise);
    const double tail =
        all > 0 ? table.law.one_sided() * clip.clipped.excess * scaled_squares[i] / all * back[i] : 0;
    errors.error.push_back(std::sqrt(noise * noise + bias * bias + cut + tail * tail));
  }
  return errors;
}

ColumnErrors errors_of_numbers(const Facts &facts, const AssumedTable &table) {
  const LikelyGrid grid = likely_grid(table, 16);
  const PlanParts parts = plan_parts(rho_of(facts) * grid.budget_left);
  const Scaling scaling = scaling_of(table);
  const double rate = std::sqrt(2 * parts.centre / table.columns);
  NormDistribution norms(table.law);
  std::vector<double> off, squares;
  for (std::size_t i = 0; i < table.groups.size(); ++i) {
    const ColumnGroup &group = table.groups[i];
    const double missed = drawn_median_square(table.rows, table.columns, rate, table.law.density_at_median(),
                                              grid.reach / group.spread);
    off.push_back(group.spread * std::hypot(table.law.median(), std::sqrt(missed)));
    norms.add(group.count, group.spread / scaling.back[i], off[i] / scaling.back[i]);
    squares.push_back(group.spread * group.spread / scaling.back[i] / scaling.back[i]);
  }
  const ClipForecast clip = clip_forecast(norms, table.rows,
                                          {.radius_rho = parts.radius,
                                           .sum_rho = parts.sum,
                                           .clip_rows = std::sqrt(table.rows),
                                           .dimensions = table.columns,
                                           .log2_of_radii = 25, // of 31 bits, most of the time
                                           .longest = scaling.longest});
  return scaled_back(table, clip, scaling.back, off, squares);
}

ColumnErrors errors_of_bits(const Facts &facts, const AssumedTable &table) {
  constexpr double all = binary_shares.variances + binary_shares.radius + binary_shares.sum;
  const double part = rho_of(facts) / all;
  const double count_noise = std::sqrt(table.columns / (2 * part * binary_shares.variances)) / table.rows;
  const double least = std::min(0.25, std::pow(table.columns, -0.4));
  NormDistribution norms(table.law);
  std::vector<double> off, squares, back;
  double all_ones = 0;
  for (const ColumnGroup &group : table.groups) {
    // Noisy shares that are too large lie as high as too small ones lie low; only the latter are lifted.
    const double share = group.mean;
    double variance = 0;
    for (const double stds : {-1.0, 0.0, 1.0}) {
      const double noisy = std::clamp(share + 1.2247 * stds * count_noise, 0.0, 1.0);
      variance += (stds == 0 ? 0.5 : 0.25) * std::max(noisy * (1 - noisy), least);
    }
    back.push_back(std::pow(variance, 1 / (table.norm + 2)));
    off.push_back(share);
    norms.add_bits(group.count, share, 1 / back.back());
    all_ones += group.count / back.back() / back.back();
    squares.push_back(share * (1 - share) / back.back() / back.back());
  }
  const ClipForecast clip = clip_forecast(norms, table.rows,
                                          {.radius_rho = part * binary_shares.radius,
                                           .sum_rho = part * binary_shares.sum,
                                           .clip_rows = std::sqrt(table.rows),
                                           .dimensions = table.columns,
                                           .log2_of_radii = 25,
                                           .non_negative = true,
                                           .longest = std::sqrt(all_ones)});
  return scaled_back(table, clip, back, off, squares);
}

PlanOutlook outlook_of_bits(const Facts &facts, const AssumedTable &table) {
  constexpr double all = binary_shares.variances + binary_shares.radius + binary_shares.sum;
  const double rho = rho_of(facts) * binary_shares.variances / all;
  return {.rows_needed = 2,
          .centre_rows = 0,
          .spread_error = std::sqrt(table.columns / (2 * rho)) / table.rows,
          .lengths_searched = 1,
          .octaves_saved = 0};
}

} // namespace

PlanOutlook plan_outlook(const Facts &facts, const AssumedTable &table) {
  if (table.binary) return outlook_of_bits(facts, table);
  const LikelyGrid grid = likely_grid(table, 16);
  const PlanParts parts = plan_parts(rho_of(facts) * grid.budget_left);
  // Half of |Z| is below 0.6745, where its density is 0.6355.
  const double pairs_off = rank_noise(std::sqrt(2 * parts.variances / table.columns)) / (table.rows / 2);
  const double lengths = std::sqrt(std::log(std::max({table.rows, table.columns, 3.0})) * std::log(10.0));
  const double typical = std::sqrt(table.squared_spread());
  return {.rows_needed = rows_for_plan(facts, grid),
          .centre_rows = rank_noise(std::sqrt(2 * parts.centre / table.columns)),
          .spread_error = pairs_off / (0.6355 * 0.6745),
          .lengths_searched = lengths,
          .octaves_saved =
              std::max(0.0, std::log2(2 * grid.reach * std::sqrt(table.columns) / (lengths * typical)))};
}

std::optional<std::string> plan_refuses(const Facts &facts, const AssumedTable &table) {
  if (const auto why = wants_zcdp(facts)) return why;
  if (facts.binary) {
    if (facts.by_person) return "the mean of a person's rows is neither 0 nor 1";
    return std::nullopt;
  }
  if (const auto why = too_large_to_sort(facts, facts.columns)) return why;
  const std::uint64_t needed = rows_for_plan(facts, likely_grid(table, 16));
  if (facts.rows < needed)
    return "there are too few rows for medians and variances of every column: it would hand over to " +
           std::string(facts.sparse ? "clipped" : "instance-optimal");
  return std::nullopt;
}

ColumnErrors plan_errors(const Facts &facts, const AssumedTable &table) {
  return table.binary ? errors_of_bits(facts, table) : errors_of_numbers(facts, table);
}

} // namespace poise::internal
