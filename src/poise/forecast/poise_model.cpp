// poise: rows around their mean, in units that balance columns, clipped where noise and bias are least.
#include "poise/estimate/enough_people.h"
#include "poise/estimate/poise/column_rates.h"
#include "poise/estimate/poise/enough_rows.h"
#include "poise/estimate/poise/textbook_sum.h"
#include "poise/forecast/method_model.h"
#include "poise/forecast/norm_distribution.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

// What is left for the last sum, once places, spreads, directions and radii are found. Where columns are not
// alike, each is searched by itself: the fewer rows, the more that costs.
double left_for_sum(const Facts &facts, const AssumedTable &table) {
  constexpr double left = 0.86;
  if (table.columns > 1 && table.groups.size() < 2 && !facts.own_units) return left;
  const auto needed = static_cast<double>(column_rows_needed(facts.columns, rho_of(facts)));
  return left - most_for_columns * std::pow(std::min(1.0, needed / table.rows), 2);
}

bool limited(const Facts &facts) { return facts.bound || facts.binary; }

// Noise of standard deviation 1 where rows are clipped is so much in each group's columns.
std::vector<double> scales(const Facts &facts, const AssumedTable &table) {
  double usual = 0;
  for (const ColumnGroup &group : table.groups) usual += group.count * group.spread / table.columns;
  std::vector<double> result;
  for (const ColumnGroup &group : table.groups) {
    const double metric = facts.own_units
                              ? group.spread
                              : usual * std::pow(group.spread / usual, (2 - table.norm) / (table.norm + 2));
    result.push_back(std::sqrt(metric * group.spread));
  }
  return result;
}

double noise_of_sum(double radius, double rows, double rho) { return 2 * radius / rows / std::sqrt(2 * rho); }

double half_the_limits(const AssumedTable &table) { return table.bound.value_or(0.5); }

// What limits alone give: the least noise there is without looking.
double textbook_noise(const Facts &facts, const AssumedTable &table) {
  if (!limited(facts)) return std::numeric_limits<double>::infinity();
  return noise_of_sum(half_the_limits(table) * std::sqrt(table.columns), table.rows, 0.965 * rho_of(facts));
}

// Whether it clips below the limits: only where few rows that nobody sees cannot make that worse.
bool clips(const Facts &facts, const AssumedTable &table, const NormDistribution &cells) {
  if (!limited(facts)) return true;
  const double beyond = rows_beyond_reach(facts.columns, rho_of(facts)) / table.rows;
  return beyond < 0.25 && may_be_worth(facts.columns) &&
         clipping_pays(facts.columns,
                       cells.length(beyond) / (half_the_limits(table) * std::sqrt(table.columns)));
}

} // namespace

std::optional<std::string> poise_refuses(const Facts &facts, const AssumedTable &) {
  if (const auto why = wants_zcdp(facts)) return why;
  if (facts.sparse) return "it leaves sparse tables to the other methods";
  if (limited(facts)) return std::nullopt;
  const std::size_t needed = poise_rows_needed(facts.columns, rho_of(facts), facts.own_units);
  if (facts.rows >= needed) return std::nullopt;
  return not_enough_rows("poise", facts.rows, needed);
}

std::size_t rows_for_poise(const Facts &facts) {
  if (wants_zcdp(facts) || facts.sparse) return 0;
  return limited(facts) ? 2 : poise_rows_needed(facts.columns, rho_of(facts), facts.own_units);
}

ColumnErrors poise_errors(const Facts &facts, const AssumedTable &table) {
  const std::vector<double> scale = scales(facts, table);
  NormDistribution norms(table.law), cells(table.law); // in units that balance columns, and as they are
  double balanced = 0;
  for (std::size_t i = 0; i < scale.size(); ++i) {
    const ColumnGroup &group = table.groups[i];
    norms.add(group.count, group.spread / scale[i], 0);
    cells.add(group.count, group.spread, 0);
    balanced += group.count * scale[i] * scale[i];
  }
  const double rho = left_for_sum(facts, table) * rho_of(facts), n = table.rows;
  const double top = std::max(std::sqrt(2 * table.columns / rho),
                              5 / std::sqrt(2 * rho * std::min(0.03, 2.25 / table.columns)));
  // The radius: between those that a quarter of the rows is beyond, and a few.
  double least = std::numeric_limits<double>::infinity();
  ColumnErrors errors;
  for (double beyond = 0.25; beyond > 0.25 * top / n; beyond /= 2) {
    const double radius = norms.length(std::clamp(std::max(beyond, top / n), 1e-12, 0.5));
    const double noise = noise_of_sum(radius, n, rho);
    const NormDistribution::Clipped cut = norms.clipped(radius);
    const double bias = table.law.one_sided() * cut.excess,
                 total = noise * noise * balanced + (bias * bias + cut.square / n) * balanced / table.columns;
    if (total >= least) continue;
    least = total;
    errors = {};
    for (const double unit : scale) {
      errors.noise.push_back(noise * unit);
      errors.error.push_back(unit *
                             std::sqrt(noise * noise + (bias * bias + cut.square / n) / table.columns));
    }
  }
  const double textbook = textbook_noise(facts, table);
  if (errors.noise.empty() || textbook * textbook * table.columns < least || !clips(facts, table, cells)) {
    errors.noise.assign(scale.size(), textbook);
    errors.error = errors.noise;
  }
  return errors;
}

} // namespace poise::internal
