// The centre, and the sum divided by the share of cells that are there.
#include "poise/estimate/poise/poise_estimate.h"

#include "poise/estimate/about_columns.h"
#include "poise/estimate/poise/column_rates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace poise::internal {
namespace {

constexpr double stds_in_interval = 1.959963984540054;
constexpr double much_guessed = 4; // times the noise

void put_columns(Estimate &estimate, const FoundSum &found, const KnownColumns &known,
                 const std::vector<std::size_t> &places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::size_t j = places[i];
    const double share = known.present[i], shift = found.sum.value[i] / share,
                 value = found.centre[i] + shift, counting = shift * known.present_std[i] / share,
                 unseen = found.unseen.empty() ? 0 : found.unseen[i] / share,
                 error = std::hypot(found.sum.error_std[i] / share, counting, unseen);
    // Spreads are those of columns filled up with the centre. Where nobody looked, the widest there could be.
    const double spread =
        found.spread.empty() ? known.limits[i].width() / 2 : found.spread[i] / std::sqrt(share);
    const double chance = spread / std::sqrt(static_cast<double>(estimate.rows) * share);
    const auto put = [&](NoiseInterval &interval, double std) {
      interval.low[j] = known.within_limits(i, value - stds_in_interval * std);
      interval.high[j] = known.within_limits(i, value + stds_in_interval * std);
    };
    put(estimate.interval, error);
    put(*estimate.population_interval, std::hypot(error, chance));
    estimate.value[j] = known.within_limits(i, value);
    estimate.noise_std[j] = found.sum.noise_std[i] / share;
  }
}

// What is not known is not a number: the mean of a column in which some rows surely have something else than
// nearly all, nobody knows what.
void take_back(Estimate &estimate, const FoundSum &found, const std::vector<std::size_t> &places) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  std::vector<std::size_t> lost = found.beyond_reach;
  lost.insert(lost.end(), found.unreachable.begin(), found.unreachable.end());
  for (const std::size_t i : lost) {
    const std::size_t j = places[i];
    estimate.value[j] = estimate.noise_std[j] = unknown;
    for (NoiseInterval *interval : {&estimate.interval, &*estimate.population_interval})
      interval->low[j] = interval->high[j] = unknown;
  }
}

class ColumnWarnings {
public:
  explicit ColumnWarnings(Estimate &estimate) : estimate_(estimate) {}

  // "age, income: …", or "…" of a table with one column; nothing about none.
  void add(const std::vector<std::size_t> &which, const std::string &what) {
    if (!which.empty()) estimate_.warnings.push_back(about_columns(estimate_.columns, which) + what);
  }

private:
  Estimate &estimate_;
};

void warn(Estimate &estimate, const FoundSum &found, const KnownColumns &known, const AskedColumns &asked,
          double rho) {
  const std::vector<std::size_t> &places = asked.looked_at;
  std::vector<std::size_t> nothing, few, still, rare, tails, wild;
  for (std::size_t j = 0; j < estimate.columns.size(); ++j)
    if (!std::ranges::binary_search(places, j)) nothing.push_back(j);
  const double needed = column_rows_needed(known.columns(), rho), n = static_cast<double>(estimate.rows);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!known.limited(i) && n * known.present[i] < needed && known.present[i] < 0.9)
      few.push_back(places[i]);
    if (found.sum.error_std[i] > much_guessed * found.sum.noise_std[i]) tails.push_back(places[i]);
  }
  for (const std::size_t i : found.still)
    (std::ranges::binary_search(found.beyond_reach, i) ? rare : still).push_back(places[i]);
  for (const std::size_t i : found.unreachable) wild.push_back(places[i]);
  ColumnWarnings warnings(estimate);
  warnings.add(nothing, "hardly any cells are there, too few for a " + asked.statistic);
  warnings.add(few,
               "so few cells are there that the result may be far off; `limits` or more budget would help");
  warnings.add(still,
               "nearly all cells seem to be equal: the interval allows for flags and small counts in a "
               "few rows, and for nothing larger; `limits` would help");
  warnings.add(rare, "most cells are equal, and too few differ to find out by how much: no " +
                         asked.statistic + " can be told; `limits`, more rows or more budget would help");
  warnings.add(tails, "a few rows are far out: their part is estimated, and the interval allows for that");
  warnings.add(wild, "cells differ by more than 1e90, or by less than 1e-90: no " + asked.statistic +
                         " can be told; `limits` would help");
  if (found.sum.far)
    estimate.warnings.emplace_back("some rows are so far out that they are left out: the interval allows for "
                                   "their number times their distance; `limits` would help");
}

} // namespace

Estimate poise_estimate(const PoiseRun &poise, const FoundSum &found, const KnownColumns &known,
                        AskedColumns asked) {
  const std::vector<double> nothing(asked.names.size(), std::numeric_limits<double>::quiet_NaN());
  const NoiseInterval empty{interval_level, nothing, nothing};
  for (double &share : asked.present.value) share = std::clamp(share, 0.0, 1.0);
  Estimate estimate{.method = "poise",
                    .rows = poise.rows().rows(),
                    .columns = asked.names,
                    .value = nothing,
                    .noise_std = nothing,
                    .interval = empty,
                    .receipt = poise.spent().receipt(),
                    .is_private = poise.spent().is_private(),
                    .warnings = {},
                    .present = std::move(asked.present),
                    .population_interval = empty};
  put_columns(estimate, found, known, asked.looked_at);
  take_back(estimate, found, asked.looked_at);
  if (!estimate.is_private)
    estimate.warnings.emplace_back("simulation with a seed: this result is not private");
  warn(estimate, found, known, asked, poise.rho());
  return estimate;
}

} // namespace poise::internal
