// Where columns are, how they spread, how they hang together, how far rows reach; then one sum.
#include "poise/estimate/mean/poise_mean.h"

#include "poise/aggregate/people/present_counts.h"
#include "poise/estimate/enough_people.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/poise/column_rates.h"
#include "poise/estimate/poise/enough_rows.h"
#include "poise/estimate/poise/last_sum.h"
#include "poise/estimate/poise/spreads.h"
#include "poise/estimate/poise/textbook_sum.h"

#include <algorithm>

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

// Brought within what is possible; never so small that noise is all there is of it.
std::vector<double> possible_shares(const PresentShares &present, std::size_t rows) {
  std::vector<double> shares;
  for (std::size_t j = 0; j < present.value.size(); ++j) {
    const double least = std::max(3 * present.noise_std[j], 1 / static_cast<double>(rows));
    shares.push_back(std::clamp(present.value[j], std::min(least, 1.0), 1.0));
  }
  return shares;
}

struct FoundSum {
  std::vector<double> centre, spread; // spreads are empty where nobody looked
  LastSum sum;
  std::vector<std::size_t> still = {}; // columns that seem to be constant
};

Result<FoundSum> clipped_sum(PoiseRun &poise, const KnownColumns &known) {
  const auto location = locate(poise, known);
  if (!location) return location.error();
  auto spread = find_spreads(poise, *location, known);
  if (!spread) return spread.error();
  auto recentred = recentre(poise, *location, *spread, known);
  if (!recentred) return recentred.error();
  const auto seen = turn(poise, std::move(*recentred));
  if (!seen) return seen.error();
  const auto radii = find_radii(poise, seen->frame, seen->energy);
  if (!radii) return radii.error();
  auto sum = last_sum(poise, *seen, *radii);
  if (!sum) return sum.error();
  return FoundSum{seen->frame.centre(), std::move(*spread), std::move(*sum), location->still};
}

// With limits at both ends of every column there is always an answer.
Result<FoundSum> limited_sum(PoiseRun &poise, const KnownColumns &known, bool enough_rows) {
  if (enough_rows) {
    const auto worth = worth_clipping(poise, known);
    if (!worth) return worth.error();
    if (*worth) return clipped_sum(poise, known);
  }
  auto found = textbook_sum(poise, known);
  if (!found) return found.error();
  return FoundSum{std::move(found->centre), {}, std::move(found->sum)};
}

// The mean of the cells that are there, and how far off it may be.
Estimate around(const FoundSum &found, const KnownColumns &known, const PresentShares &present,
                const std::vector<std::string> &names, const PoiseRun &poise) {
  const std::size_t columns = names.size();
  const NoiseInterval empty{interval_level, std::vector<double>(columns), std::vector<double>(columns)};
  Estimate estimate{.method = "poise",
                    .rows = poise.rows().rows(),
                    .columns = names,
                    .value = std::vector<double>(columns),
                    .noise_std = std::vector<double>(columns),
                    .interval = empty,
                    .receipt = poise.spent().receipt(),
                    .is_private = poise.spent().is_private(),
                    .warnings = {},
                    .present = present,
                    .population_interval = empty};
  const auto put = [&](NoiseInterval &interval, std::size_t j, double std) {
    constexpr double stds = 1.959963984540054;
    interval.low[j] = known.within_limits(j, estimate.value[j] - stds * std);
    interval.high[j] = known.within_limits(j, estimate.value[j] + stds * std);
  };
  for (std::size_t j = 0; j < columns; ++j) {
    const double share = known.present[j], shift = found.sum.value[j] / share;
    estimate.present->value[j] = std::clamp(present.value[j], 0.0, 1.0);
    estimate.value[j] = found.centre[j] + shift;
    estimate.noise_std[j] = found.sum.noise_std[j] / share;
    const double counting = shift * present.noise_std[j] / share;
    const double error = std::hypot(found.sum.error_std[j] / share, counting);
    // Spreads are those of columns filled up with the centre. Where nobody looked, the widest there could be.
    const double spread = found.spread.empty() ? known.limits[j].width() / 2 : found.spread[j] / std::sqrt(share);
    put(estimate.interval, j, error);
    put(*estimate.population_interval, j,
        std::hypot(error, spread / std::sqrt(static_cast<double>(estimate.rows) * share)));
    estimate.value[j] = known.within_limits(j, estimate.value[j]);
  }
  return estimate;
}

// "age, income: …", or "…" of a table with one column; nothing about none.
std::optional<std::string> about(const std::vector<std::size_t> &which, const std::vector<std::string> &names,
                                 const std::string &what) {
  constexpr std::size_t most_names = 8;
  if (which.empty()) return std::nullopt;
  if (names.size() == 1) return what;
  std::string list;
  for (std::size_t i = 0; i < std::min(most_names, which.size()); ++i)
    list += (i == 0 ? "" : ", ") + names[which[i]];
  if (which.size() > most_names) list += " and " + std::to_string(which.size() - most_names) + " more";
  return list + ": " + what;
}

// By what was released: columns whose interval is mostly guessed, or cannot be trusted.
void warn_of_columns(Estimate &estimate, const FoundSum &found, const KnownColumns &known, double rho) {
  std::vector<std::size_t> few, tails;
  const double needed = column_rows_needed(known.columns(), rho), n = static_cast<double>(estimate.rows);
  for (std::size_t j = 0; j < known.columns(); ++j) {
    if (!known.limited(j) && n * known.present[j] < needed && known.present[j] < 0.9) few.push_back(j);
    if (found.sum.error_std[j] > 2 * found.sum.noise_std[j]) tails.push_back(j);
  }
  const auto add = [&](const std::vector<std::size_t> &which, const std::string &what) {
    if (auto text = about(which, estimate.columns, what)) estimate.warnings.push_back(std::move(*text));
  };
  add(few, "so few cells are there that the result may be far off; `limits` or more budget would help");
  add(found.still, "all cells seem to be equal; of values that few rows have nothing can be told");
  add(tails, "a few rows are far out: their part of the mean is estimated, and the interval allows for that");
  if (found.sum.far)
    estimate.warnings.emplace_back("some rows are so far out that they are left out: the interval allows for "
                                   "their number times their distance; `limits` would help");
}

} // namespace

Result<Estimate> poise_mean(const Table &table, const std::optional<Grid> & /*grid*/, Grant<Rho> grant,
                            Bits &bits, const MeanOptions &options, const RunOptions &run) {
  if (const auto error = check_enough_people(table)) return *error;
  if (const auto error = check_mean_options(options, grant.amount())) return *error;
  const auto rows = PeopleRows::of(table, run);
  if (!rows) return rows.error();
  const std::size_t columns = rows->columns();
  KnownColumns known{.present = std::vector<double>(columns, 1.0),
                     .limits = options.limits,
                     .own_units = options.own_units,
                     .norm = nearest_double(options.norm)};
  const std::size_t needed = poise_rows_needed(columns, grant.amount().display(), options.own_units);
  const bool enough = rows->rows() >= needed;
  if (!enough && !known.all_limited() && !options.try_anyway)
    return bad_input(not_enough_rows("poise", rows->rows(), needed),
                     "give `limits` for every column, more budget, fewer columns or more rows; "
                     "`try_anyway` answers with a warning; nothing was spent");
  const double rho = grant.amount().display();
  auto started = PoiseRun::start(*rows, std::move(grant), bits, run);
  if (!started) return started.error();
  PoiseRun &poise = *started;
  auto present = find_present(poise, options);
  if (!present) return present.error();
  known.present = possible_shares(*present, rows->rows());
  const auto found =
      known.all_limited() ? limited_sum(poise, known, enough) : clipped_sum(poise, known);
  if (!found) return found.error();

  Estimate estimate = around(*found, known, *present, table.columns(), poise);
  if (!estimate.is_private)
    estimate.warnings.emplace_back("simulation with a seed: this result is not private");
  if (!enough && !known.all_limited())
    estimate.warnings.push_back(not_enough_rows("poise", rows->rows(), needed) +
                                ": the result may be far off; more rows, more budget, fewer columns or "
                                "`limits` would help");
  warn_of_columns(estimate, *found, known, rho);
  return estimate;
}

constinit const MeanMethod poise_method = {
    .name = "poise",
    .summary = "finds where columns are, how they spread and how far rows reach; then one sum with the rest",
    .detail = "the best for nearly every table; pure epsilon and sparse files go to one of the others",
    .assumes = "nothing about the data; of columns c0, c1, ... that they share a unit",
    .takes = {MeanOption::bound, MeanOption::norm, MeanOption::binary, MeanOption::own_units,
              MeanOption::missing, MeanOption::no_missing, MeanOption::try_anyway},
    .run = poise_mean,
    .hands_over = true,
};

} // namespace poise::internal
