// Methods that clip rows into one ball: gaussian (a box), instance-optimal, clipped, plan-noscale, coinpress.
#include "poise/estimate/coinpress/shrinking_ball.h"
#include "poise/estimate/mean/mean_options.h"
#include "poise/estimate/plan/plan_rows.h"
#include "poise/forecast/likely_grid.h"
#include "poise/forecast/method_model.h"
#include "poise/forecast/steps.h"

#include <algorithm>
#include <cmath>

namespace poise::internal {
namespace {

constexpr double generous_bound = 0x1p30; // Grid::generous: for those who name none

struct BallParts {
  double centre, radius, sum;
};

BallParts ball_parts(double rho) {
  const BudgetShares shares;
  const double all = shares.centre + shares.radius + shares.sum;
  return {rho * shares.centre / all, rho * shares.radius / all, rho * shares.sum / all};
}

// Clipping moves the mean of rows, whose mean is `off` the centre, back towards it; and whom it cuts is
// chance.
ColumnErrors column_errors(const AssumedTable &table, const ClipForecast &clip, double squared_off,
                           const std::vector<double> &own_off = {}) {
  ColumnErrors errors;
  const double spread = table.squared_spread();
  for (std::size_t i = 0; i < table.groups.size(); ++i) {
    const ColumnGroup &group = table.groups[i];
    // What is cut off lies along rows: columns have their part of it by variance.
    const double part = spread > 0 ? group.spread * group.spread / spread : 0;
    const double off = own_off.empty() ? squared_off / table.columns : own_off[i] * own_off[i];
    const double cut = clip.clipped.square * part / table.rows;
    const double bias = clip.clipped.shrinkage * clip.clipped.shrinkage * off;
    // Where tails are on one side, so is what is cut off.
    const double tail = table.law.one_sided() * clip.clipped.excess * part;
    errors.noise.push_back(clip.noise);
    errors.error.push_back(std::sqrt(clip.noise * clip.noise + cut + bias + tail * tail));
  }
  return errors;
}

// Rows around their mean.
NormDistribution centred_norms(const AssumedTable &table) {
  NormDistribution norms(table.law);
  for (const ColumnGroup &group : table.groups) {
    if (table.binary)
      norms.add_centred_bits(group.count, group.mean);
    else
      norms.add(group.count, group.spread, 0);
  }
  return norms;
}

std::optional<std::string> no_radius(const ClipForecast &clip) {
  if (clip.enough) return std::nullopt;
  return "there are too few rows to find a radius: it would not look at them";
}

// Rotation mixes columns: each rotated one has the average variance, and its median is its mean.
struct Turned {
  double off; // squared, of the centre from the mean, over all columns
  ClipForecast clip;
};

Turned turned(const Facts &facts, const AssumedTable &table) {
  const LikelyGrid grid = likely_grid(table, 8);
  const BallParts parts = ball_parts(rho_of(facts) * grid.budget_left);
  const double width = table.width(), column = std::sqrt(table.squared_spread() / width);
  const double steps = std::log2(2 * grid.centre_within / grid.step * std::sqrt(width)) + 0.5;
  const double off =
      width * column * column *
      searched_median_square(table.rows, width, parts.centre, steps, grid.centre_within / column);
  NormDistribution norms = centred_norms(table);
  norms.add_shift(off);
  return {off,
          clip_forecast(norms, table.rows,
                        {.radius_rho = parts.radius,
                         .sum_rho = parts.sum,
                         .clip_rows = 0,
                         .dimensions = table.columns,
                         .log2_of_radii = std::log2(2 * grid.reach / grid.step * width * std::sqrt(width))})};
}

struct AroundZero {
  std::vector<double> off;
  ClipForecast clip;
};

AroundZero around_zero(const Facts &facts, const AssumedTable &table) {
  const LikelyGrid grid = likely_grid(table, 8);
  const BallParts parts = ball_parts(1);
  const double rho = rho_of(facts) * grid.budget_left / (parts.radius + parts.sum);
  NormDistribution norms(table.law);
  std::vector<double> off;
  for (const ColumnGroup &group : table.groups) {
    if (table.binary)
      norms.add_bits(group.count, group.mean, 1);
    else
      norms.add(group.count, group.spread, group.mean);
    off.push_back(group.mean);
  }
  return {off,
          clip_forecast(norms, table.rows,
                        {.radius_rho = rho * parts.radius,
                         .sum_rho = rho * parts.sum,
                         .clip_rows = 0,
                         .dimensions = table.columns,
                         .log2_of_radii = std::log2(grid.reach / grid.step * std::sqrt(table.columns)) + 1,
                         .non_negative = table.binary})};
}

AroundZero around_medians(const Facts &facts, const AssumedTable &table) {
  const LikelyGrid grid = likely_grid(table, 16);
  const BallParts parts = ball_parts(rho_of(facts) * grid.budget_left);
  const double rate = std::sqrt(2 * parts.centre / table.columns);
  NormDistribution norms(table.law);
  std::vector<double> off;
  for (const ColumnGroup &group : table.groups) {
    if (table.binary) { // a median is 0 or 1
      const double share = std::min(group.mean, 1 - group.mean);
      norms.add_bits(group.count, share, 1);
      off.push_back(share);
      continue;
    }
    const double missed = drawn_median_square(table.rows, table.columns, rate, table.law.density_at_median(),
                                              grid.reach / group.spread);
    off.push_back(group.spread * std::hypot(table.law.median(), std::sqrt(missed)));
    norms.add(group.count, group.spread, off.back());
  }
  return {off, clip_forecast(
                   norms, table.rows,
                   {.radius_rho = parts.radius,
                    .sum_rho = parts.sum,
                    .clip_rows = 0,
                    .dimensions = table.columns,
                    .log2_of_radii = std::log2(2 * grid.reach / grid.step * std::sqrt(table.columns)) + 1})};
}

} // namespace

std::optional<std::string> gaussian_refuses(const Facts &facts, const AssumedTable &) {
  return wants_zcdp(facts);
}
std::optional<std::string> coinpress_refuses(const Facts &facts, const AssumedTable &) {
  return wants_zcdp(facts);
}
std::optional<std::string> searching_refuses(const Facts &facts, const AssumedTable &table) {
  if (const auto why = wants_zcdp(facts)) return why;
  return no_radius(turned(facts, table).clip);
}
std::optional<std::string> clipped_refuses(const Facts &facts, const AssumedTable &table) {
  if (const auto why = wants_zcdp(facts)) return why;
  return no_radius(around_zero(facts, table).clip);
}
std::optional<std::string> plan_noscale_refuses(const Facts &facts, const AssumedTable &table) {
  if (const auto why = wants_zcdp(facts)) return why;
  if (const auto why = too_large_to_sort(facts, facts.columns)) return why;
  const LikelyGrid grid = likely_grid(table, 16);
  const auto centre = Rho::of(Rational(ball_parts(rho_of(facts) * grid.budget_left).centre));
  if (!centre || facts.rows < rows_for_all_medians(facts.columns, *centre, Rational(grid.least_spread)))
    return "there are too few rows for a median of every column: it would hand over to instance-optimal";
  return no_radius(around_medians(facts, table).clip);
}

// A box, not a ball: one row moves the sum by at most two bounds in every column.
ColumnErrors gaussian_errors(const Facts &facts, const AssumedTable &table) {
  const double bound = table.bound.value_or(generous_bound);
  const double reach = table.binary && table.bound ? bound : 2 * bound;
  const double noise = reach * std::sqrt(table.columns / (2 * rho_of(facts))) / table.rows;
  ColumnErrors errors;
  for (const ColumnGroup &group : table.groups) {
    double cut = 0;
    if (!table.binary) {
      const double centre = -group.mean / group.spread, r = bound / group.spread;
      const double bias = table.law.cut_off(centre, r) * group.spread;
      cut = bias * bias + table.law.cut_noise(centre, r) * group.spread * group.spread / table.rows;
    }
    errors.noise.push_back(noise);
    errors.error.push_back(std::sqrt(noise * noise + cut));
  }
  return errors;
}

ColumnErrors instance_optimal_errors(const Facts &facts, const AssumedTable &table) {
  const Turned found = turned(facts, table);
  return column_errors(table, found.clip, found.off);
}

ColumnErrors clipped_errors(const Facts &facts, const AssumedTable &table) {
  const AroundZero found = around_zero(facts, table);
  return column_errors(table, found.clip, 0, found.off);
}

ColumnErrors plan_noscale_errors(const Facts &facts, const AssumedTable &table) {
  const AroundZero found = around_medians(facts, table);
  return column_errors(table, found.clip, 0, found.off);
}

// Believes in a standard deviation of 1: the ball shrinks by that belief, whatever the rows.
ColumnErrors coinpress_errors(const Facts &facts, const AssumedTable &table) {
  constexpr unsigned steps = 3;
  const double d = table.columns, n = table.rows;
  const double first = table.bound.value_or(generous_bound) * std::sqrt(d);
  const double noise_reach = normal_reach(static_cast<std::size_t>(d), 0.01);
  const std::vector<unsigned> shares = refinement_shares(steps);
  double all = 0;
  for (const unsigned share : shares) all += share;
  double squared_off = 0; // of the ball's centre from the mean of all rows
  for (const ColumnGroup &group : table.groups) squared_off += group.count * group.mean * group.mean;
  double radius = first, noise = 0, cut = 0;
  for (const unsigned share : shares) {
    const double reach =
        std::min(std::sqrt(radius * radius + 6 * radius + noise_reach * noise_reach), radius + noise_reach);
    NormDistribution norms = centred_norms(table);
    norms.add_shift(squared_off);
    const NormDistribution::Clipped clipped = norms.clipped(reach);
    noise = reach * std::sqrt(2 / (rho_of(facts) * share / all)) / n;
    cut = clipped.square / n;
    squared_off = clipped.shrinkage * clipped.shrinkage * squared_off + cut + d * noise * noise;
    radius = std::min(std::sqrt(1 / n + noise * noise) * noise_reach, 2 * first);
  }
  ColumnErrors errors;
  const double spread = table.squared_spread(), rest = std::max(0.0, squared_off - d * noise * noise - cut);
  for (const ColumnGroup &group : table.groups) {
    errors.noise.push_back(noise);
    errors.error.push_back(std::sqrt(noise * noise + rest / d + cut * group.spread * group.spread / spread));
  }
  return errors;
}

} // namespace poise::internal
