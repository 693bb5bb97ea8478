// Where columns are, how they spread, how they hang together, how far rows reach; then one sum.
#include "poise/estimate/poise/people_mean.h"

#include "poise/aggregate/people/present_counts.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/poise/poise_estimate.h"
#include "poise/estimate/poise/spreads.h"
#include "poise/estimate/poise/textbook_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poise::internal {
namespace {

// What share of every column is there.
Result<PresentShares> find_present(PoiseRun &poise, const MeanOptions &options) {
  const std::size_t columns = poise.rows().columns();
  if (options.no_missing || options.zeros_for_gaps)
    return PresentShares{std::vector<double>(columns, 1.0), std::vector<double>(columns, 0.0)};
  const auto counts = PresentCounts::of(poise.rows(), poise.run());
  if (!counts) return counts.error();
  auto noisy = poise.average(*counts, 1, 0.01 * poise.rho(), "present cells");
  if (!noisy) return noisy.error();
  return PresentShares{std::move(noisy->value), std::vector<double>(columns, noisy->noise_std)};
}

// Columns that surely have cells, as far as counting can tell: the others have no mean that could be told.
// One at least, so that there is something to do.
std::vector<std::size_t> columns_there(const PresentShares &present) {
  constexpr double countable = 0.1;
  std::vector<std::size_t> there;
  for (std::size_t j = 0; j < present.value.size(); ++j)
    if (present.noise_std[j] > countable || present.value[j] > 4 * present.noise_std[j]) there.push_back(j);
  if (there.empty())
    there.push_back(
        static_cast<std::size_t>(std::ranges::max_element(present.value) - present.value.begin()));
  return there;
}

// What is most likely of the shares of columns. Those that may be full, as far as noise in so many counts
// can tell, are alike up to noise, so that in a table of many columns without gaps, all are full. Others have
// what was counted: that a column has gaps where the others have none is nothing unusual. Never so small that
// noise is all there is of it.
PresentShares likely_shares(const PresentShares &counted, const std::vector<std::size_t> &columns) {
  const double stds = std::sqrt(2 * std::log(20 * static_cast<double>(columns.size())));
  const auto may_be_full = [&](std::size_t j) { return counted.value[j] > 1 - stds * counted.noise_std[j]; };
  double alike = 0, mean = 0, squares = 0;
  for (const std::size_t j : columns)
    if (may_be_full(j)) {
      ++alike;
      mean += counted.value[j];
      squares += counted.value[j] * counted.value[j];
    }
  mean /= std::max(alike, 1.0);
  PresentShares likely;
  for (const std::size_t j : columns) {
    const double noise = counted.noise_std[j] * counted.noise_std[j],
                 differ = std::max(squares / std::max(alike, 1.0) - mean * mean - noise, 0.0),
                 own = !may_be_full(j) ? 1
                       : differ > 0    ? differ / (differ + noise)
                                       : 0;
    const double share = own * counted.value[j] + (1 - own) * mean;
    const double std = std::sqrt(own * noise + (1 - own) * (1 - own) * noise / std::max(alike, 1.0));
    likely.noise_std.push_back(std);
    // Full, unless there is reason to think otherwise: that costs little, as gaps are filled near the mean.
    likely.value.push_back(
        share > 1 - 2 * std ? 1 : std::clamp(share, std::min(std::max(3 * std, 1e-6), 1.0), 1.0));
  }
  return likely;
}

// In a single column of which few cells differ, those are where they were found: further out than all others,
// so that a search for a radius may end in between.
double least_radius(const Location &location, const Frame &frame) {
  if (frame.columns() > 1) return 0;
  const double few = location.least_spread.empty() ? 0 : rows_apart * location.least_spread[0];
  return std::max(frame.furthest_cell(), few / std::sqrt(frame.variance(0)));
}

Result<FoundSum> clipped_sum(PoiseRun &poise, const KnownColumns &known) {
  const auto location = locate(poise, known);
  if (!location) return location.error();
  auto spread = find_spreads(poise, *location, known);
  if (!spread) return spread.error();
  auto recentred = recentre(poise, *location, *spread, known);
  if (!recentred) return recentred.error();
  const auto seen = turn(poise, std::move(*recentred));
  if (!seen) return seen.error();
  const auto radii = find_radii(poise, seen->frame, seen->energy, least_radius(*location, seen->frame));
  if (!radii) return radii.error();
  auto sum = last_sum(poise, *seen, *radii);
  if (!sum) return sum.error();
  return FoundSum{seen->frame.centre(),   std::move(*spread),    std::move(*sum), location->still,
                  location->beyond_reach, location->unreachable, location->unseen};
}

// With limits at both ends of every column there is always an answer.
Result<FoundSum> limited_sum(PoiseRun &poise, const KnownColumns &known, bool enough_rows) {
  std::vector<double> centre;
  for (const Limits &limits : known.limits) centre.push_back(limits.middle());
  // The nearer gaps are filled to the mean, the less it matters how many there are.
  const bool gaps = std::ranges::any_of(known.present_std, [](double std) { return std > 0; });
  const bool looking = enough_rows && may_be_worth(known.columns());
  if (gaps || looking) {
    auto rough = centre_within_limits(poise, known);
    if (!rough) return rough.error();
    centre = std::move(*rough);
  }
  if (looking) {
    const auto worth = worth_clipping(poise, known, centre);
    if (!worth) return worth.error();
    if (*worth) return clipped_sum(poise, known);
  }
  auto sum = textbook_sum(poise, known, centre);
  if (!sum) return sum.error();
  return FoundSum{std::move(centre), {}, std::move(*sum)};
}

// One a column that was asked for.
std::vector<double> all_spreads(const FoundSum &found, const std::vector<std::size_t> &there,
                                std::size_t columns) {
  std::vector<double> spreads(columns, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < found.spread.size(); ++i) spreads[there[i]] = found.spread[i];
  return spreads;
}

} // namespace

Result<PeopleMean> people_mean(const PeopleRows &rows, const PeopleQuestion &question, Grant<Rho> grant,
                               Bits &bits, const RunOptions &run) {
  const MeanOptions &options = question.options;
  auto started = PoiseRun::start(rows, std::move(grant), bits, run);
  if (!started) return started.error();
  PoiseRun &poise = *started;
  auto present = question.present ? Result<PresentShares>(*question.present) : find_present(poise, options);
  if (!present) return present.error();
  const std::vector<std::size_t> there = columns_there(*present);
  if (there.size() < rows.columns()) poise.keep_columns(there);
  PresentShares shares = likely_shares(*present, there);
  KnownColumns known{.present = std::move(shares.value),
                     .present_std = std::move(shares.noise_std),
                     .limits = {},
                     .own_units = options.own_units,
                     .norm = nearest_double(options.norm)};
  if (!options.limits.empty())
    for (const std::size_t j : there) known.limits.push_back(options.limits[j]);
  const auto found = all_limited(options.limits) ? limited_sum(poise, known, question.enough_rows)
                                                 : clipped_sum(poise, known);
  if (!found) return found.error();
  Estimate estimate =
      poise_estimate(poise, *found, known, {question.names, std::move(*present), there, question.statistic});
  return PeopleMean{std::move(estimate), all_spreads(*found, there, rows.columns()), poise.spent()};
}

} // namespace poise::internal
