// Distances between people tell spreads without a centre; then medians, in cells of an eighth of the spread.
#include "poise/estimate/poise/locate.h"

#include "poise/aggregate/people/rung_counts.h"
#include "poise/aggregate/people/shell_sums.h"
#include "poise/aggregate/people/sorted_cells.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/poise/column_rates.h"
#include "poise/estimate/poise/ladders.h"
#include "poise/estimate/search/cell_prior.h"
#include "poise/grid/people_sample.h"
#include "poise/mechanism/noisy_count.h"
#include "poise/mechanism/window_search.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace poise::internal {
namespace {

constexpr std::size_t window = 3 * Rungs::per_octave; // three octaves
constexpr std::size_t narrow_window = Rungs::per_octave;
// Beforehand: of a flag there are a third as many narrow windows as wide ones, which they beat ten to one.
constexpr std::uint64_t narrow_likelier = 32;

struct Pooled {
  double spread;                // of most cells
  std::optional<double> octave; // of the spread; nothing where most cells are equal
  std::optional<double> high;   // octave of a high quantile of distances
  double centre = 0, width = 0; // of all cells
};

// One of the method's searches for a window, by a column or pooled. Where cells have few values, a narrow one
// holds as many as a wide one, and says more.
enum class Windows { wide, narrow_too };
Result<std::optional<double>> window_octave(PoiseRun &poise, const ExactCounts &counts,
                                            const WindowSpan &span, double nats, double rho,
                                            const std::string &name, Windows windows = Windows::wide) {
  const auto weights = window_weights(span);
  WindowPlan plan{window, weights, 0,
                  static_cast<std::uint64_t>(window_weight_unit * std::exp(std::min(nats, 24.0)))};
  std::vector<std::uint64_t> narrow;
  if (windows == Windows::narrow_too) {
    for (const std::uint64_t weight : weights) narrow.push_back(narrow_likelier * weight);
    plan.narrow_width = narrow_window;
    plan.narrow_prior = narrow;
  }
  const auto found = window_search(counts, plan, poise.budget().take(rho), poise.bits(), name);
  if (!found) return found.error();
  const auto last = poise.kept(*found).last;
  if (!last) return std::optional<double>();
  return std::optional((Rungs::lowest + static_cast<int>(*last)) / double{Rungs::per_octave});
}

// A median in cells of about an eighth of a spread.
class MedianSearch {
public:
  struct Likely {
    double centre, width;
  };
  MedianSearch(double spread, const std::optional<Likely> &likely, double spared)
      : exponent_(std::ilogb(std::clamp(spread / 8, 0x1p-1000, 0x1p1000))),
        prior_(likely ? prior_around(steps(likely->centre), steps(likely->width), spared)
                      : prior_around_zero()) {}

  int exponent() const { return exponent_; }
  Result<double> of(PoiseRun &poise, const SortedCells &cells, double present, double rho,
                    const std::string &name) const {
    const auto rank = static_cast<std::uint64_t>(std::max(1.0, std::ceil(present / 2)));
    const auto found = cell_quantile(cells, rank, prior_, poise.budget().take(rho), poise.bits(), name);
    if (!found) return found.error();
    return std::ldexp(static_cast<double>(poise.kept(*found).cell) + 0.5, exponent_);
  }

private:
  std::int64_t steps(double x) const {
    constexpr auto most = static_cast<double>(SortedCells::furthest);
    return static_cast<std::int64_t>(std::clamp(std::ldexp(x, -exponent_), -most, most));
  }
  int exponent_;
  CellPrior prior_;
};

class Localiser {
public:
  Localiser(PoiseRun &poise, const KnownColumns &known)
      : poise_(poise), known_(known), present_(known.present), own_units_(known.own_units),
        columns_(poise.rows().columns()), d_(static_cast<double>(columns_)),
        m_(static_cast<double>(poise.searched().rows())), log_columns_(std::log(500 * d_)) {}

  Result<Location> run() {
    if (!own_units_ && columns_ > 1) {
      if (const auto error = look_at_all()) return *error;
    }
    if (own_units_ || columns_ == 1 || !alike_) {
      const double cost = plan_columns();
      const bool dear = cost > most_for_columns * poise_.rho();
      if (!dear || own_units_ || columns_ == 1) {
        if (dear) rates_.share_out(most_for_columns * poise_.rho());
        return by_column();
      }
    }
    return jointly();
  }

private:
  // Of all cells: how far two are apart, where they are, and how widely.
  std::optional<Error> look_at_all() {
    const double share = std::accumulate(present_.begin(), present_.end(), 0.0) / d_;
    const std::size_t group = group_for(share, m_);
    const std::vector<std::size_t> groups(columns_, group);
    const PeopleRows pairs = PeopleSample::distances(poise_.searched(), groups);
    const double cells = distances_of(m_, share, group);
    const double rate = poise_.search_rate();
    // A window first, which is found where a quantile is not: of a few hundred rows, half of the distances
    // are few against all powers of two.
    const auto counts = RungCounts::pooled(pairs, RungCounts::Kind::single, 0, poise_.run());
    if (!counts) return counts.error();
    auto window = window_octave(poise_, *counts, widest_span, 6, poise_.search_rho(),
                                "where two cells of any column differ");
    if (!window) return window.error();
    const LadderPrior likely = *window ? LadderPrior{LadderPrior::Kind::near, **window} : LadderPrior{};
    const auto half = pooled_octave(poise_, pairs, 0, cells / 2, likely, "spread of all cells");
    if (!half) return half.error();
    Pooled pooled{};
    if (*half) {
      const double rank = std::clamp(1 - 16 / (rate * m_), 0.6, 0.9);
      const auto high = pooled_octave(poise_, pairs, 0, rank * cells, {LadderPrior::Kind::beyond, **half},
                                      "spread of all cells, high");
      if (!high) return high.error();
      pooled.octave = *half;
      pooled.high = std::max(high->value_or(**half + 1), **half);
      pooled.spread = std::exp2(**half);
    } else { // most cells are equal: a closer look at those that are not
      window = window_octave(poise_, *counts, widest_span, nats_for(widest_span, 1),
                             std::max(0.02 * poise_.rho(), poise_.search_rho()),
                             "where two cells of any column differ, closely");
      if (!window) return window.error();
      pooled.spread = std::exp2(window->value_or(1) - 1);
    }
    const MedianSearch search(2 * pooled.spread, std::nullopt, 1);
    const auto sorted = SortedCells::pooled(poise_.searched(), search.exponent(), poise_.run());
    if (!sorted) return sorted.error();
    const auto centre = search.of(poise_, *sorted, m_ * share, poise_.search_rho(), "place of all cells");
    if (!centre) return centre.error();
    pooled.centre = *centre;
    const auto width =
        pooled_octave(poise_, poise_.searched(), *centre, 0.75 * m_ * share,
                      {LadderPrior::Kind::beyond, std::log2(pooled.spread)}, "width of all cells");
    if (!width) return width.error();
    pooled.width = *width ? std::exp2(**width) : pooled.spread;
    pooled_ = pooled;
    if (!pooled.octave) {
      alike_ = window->has_value();
      return std::nullopt;
    }
    // Normal columns of one spread: 1.29 octaves.
    const double apart = *pooled.high - *pooled.octave;
    alike_ = apart <= (plan_columns() < 0.03 * poise_.rho() ? 1.5 : 2);
    return std::nullopt;
  }

  WindowSpan span(std::size_t column) const {
    if (known_.limited(column)) {
      const double most = std::log2(known_.limits[column].width());
      return {most - 12, most + 1};
    }
    return span();
  }
  WindowSpan span() const {
    if (!pooled_ || !pooled_->octave) return widest_span;
    const double apart = *pooled_->high - *pooled_->octave;
    return {*pooled_->octave - 1.5 * apart - 2, *pooled_->high + 1};
  }

  // The rates at which the columns are searched, and what that costs.
  double plan_columns() {
    nats_ = nats_for(span(), d_);
    rates_ = column_rates({m_, present_, nats_, poise_.rho()});
    return rates_.cost();
  }

  Result<Location> by_column() {
    Location location{std::vector<double>(columns_), std::vector<double>(columns_), true};
    std::vector<std::size_t> groups;
    for (const double present : present_) groups.push_back(group_for(present, m_));
    const PeopleRows pairs = PeopleSample::distances(poise_.searched(), groups);
    std::vector<std::size_t> still; // where most cells are equal
    for (std::size_t j = 0; j < columns_; ++j) {
      // Where rows are more than enough, chance has it harder still.
      const double spare =
          in_window * rates_.spread[j] * distances_of(m_, present_[j], groups[j]) - nats_ - 3;
      const auto octave = column_window(pairs, j, nats_ + std::clamp(spare, 0.0, 6.0), rates_.spread[j],
                                        "spread of a column");
      if (!octave) return octave.error();
      if (*octave)
        location.spread[j] = std::exp2(**octave - 1);
      else
        still.push_back(j);
    }
    if (const auto error = look_closer(still, groups, location)) return *error;
    for (std::size_t j = 0; j < columns_; ++j) {
      const auto centre = median_of(j, location.spread[j], 0.05, rates_.centre[j]);
      if (!centre) return centre.error();
      location.centre[j] = *centre;
    }
    if (const auto error = bound_still(location)) return *error;
    return location;
  }

  // With a quarter of an octave for the cell of the median, which may be away from where a flag is.
  std::optional<Error> bound_still(Location &location) {
    for (const std::size_t j : location.still)
      location.least_spread[j] =
          (known_.limited(j) ? known_.limits[j].width() : location.spread[j]) / rows_apart;
    std::erase_if(location.still, [&](std::size_t j) { return known_.limited(j); });
    if (location.still.empty()) return std::nullopt;
    location.reach.assign(columns_, std::numeric_limits<double>::infinity());
    location.unseen.assign(columns_, 0.0);
    const double rho = 0.03 * poise_.rho() / static_cast<double>(location.still.size());
    for (const std::size_t j : location.still) {
      const int rung = std::min(rung_of(location.spread[j]) + 1, Rungs::highest);
      location.reach[j] = magnitude_of(rung);
      const auto counts = RungCounts::of_column(poise_.sample(), j, RungCounts::Kind::cumulative,
                                                location.centre[j], poise_.run());
      if (!counts) return counts.error();
      const auto released = noisy_count(*counts, static_cast<std::size_t>(rung - Rungs::lowest),
                                        poise_.budget().take(rho), poise_.bits(), "cells that hardly differ");
      if (!released) return released.error();
      const NoisyCount &within = poise_.kept(*released);
      const double m = static_cast<double>(poise_.sample().rows()),
                   noise =
                       std::hypot(nearest_root(Rational(within.noise_variance)), m * known_.present_std[j]);
      const double beyond = std::max(m * present_[j] - static_cast<double>(within.value), 0.0);
      if (beyond > 2.5 * noise) location.beyond_reach.push_back(j);
      // Small counts are no further out than twice a flag.
      location.unseen[j] = (beyond + noise) / m * location.reach[j];
    }
    return std::nullopt;
  }

  Result<std::optional<double>> column_window(const PeopleRows &pairs, std::size_t column, double nats,
                                              double rate, const std::string &name,
                                              Windows windows = Windows::wide) {
    const auto counts = RungCounts::of_column(pairs, column, RungCounts::Kind::single, 0, poise_.run());
    if (!counts) return counts.error();
    return window_octave(poise_, *counts, span(column), nats, rate * rate / 2, name, windows);
  }

  // Columns where hardly any two cells differ get more of the budget, and more rows.
  std::optional<Error> look_closer(const std::vector<std::size_t> &still,
                                   const std::vector<std::size_t> &groups, Location &location) {
    location.still = still;
    if (still.empty()) return std::nullopt;
    const auto count = static_cast<double>(still.size());
    // What it finds is believed to the last flag: chance has it harder than elsewhere.
    const double nats = nats_for(span(), count) + std::log(1.0 + static_cast<double>(narrow_likelier)) + 2;
    const PeopleRows pairs = PeopleSample::distances(poise_.sample(), groups);
    location.least_spread.assign(columns_, 0.0);
    for (const std::size_t j : still) {
      location.spread[j] = known_.limited(j)          ? known_.limits[j].width() / 2
                           : pooled_ && pooled_->high ? std::exp2(*pooled_->high)
                                                      : 1;
      const double distances =
          distances_of(static_cast<double>(poise_.sample().rows()), present_[j], groups[j]);
      // Enough to see one distance in fifty, if that is not too much for all of them.
      const double rate =
          std::min((nats + 3) / (0.02 * distances), std::sqrt(2 * 0.08 * poise_.rho() / count));
      if (distances * rate < 1.5 * std::floor(m_ / static_cast<double>(groups[j])) * rates_.spread[j])
        continue;
      const auto octave =
          column_window(pairs, j, nats, rate, "spread of a column with few values", Windows::narrow_too);
      if (!octave) return octave.error();
      if (!*octave) continue;
      location.spread[j] = std::exp2(**octave - 1);
      location.least_spread[j] = std::exp2(**octave) / rows_apart;
      std::erase(location.still, j);
    }
    return std::nullopt;
  }

  Result<double> median_of(std::size_t column, double spread, double spared, double rate) {
    std::optional<MedianSearch::Likely> likely;
    if (known_.limited(column)) {
      likely = {known_.limits[column].middle(), known_.limits[column].width() / 2};
      spared = 0.001;
    } else if (pooled_) {
      likely = {pooled_->centre, pooled_->width};
    }
    const MedianSearch search(spread, likely, spared);
    const auto sorted = SortedCells::of_column(poise_.searched(), column, search.exponent(), poise_.run());
    if (!sorted) return sorted.error();
    return search.of(poise_, *sorted, m_ * present_[column], rate * rate / 2, "centre of a column");
  }

  // One spread for all: if rows are much further from one centre than from each other, the columns' centres
  // are looked for, or the sum of all rows is followed, whichever is cheaper.
  Result<Location> jointly() {
    const double spread = pooled_->spread, octaves = std::log2(std::sqrt(d_));
    Location location{std::vector<double>(columns_, pooled_->centre), std::vector<double>(columns_, spread),
                      false};
    const std::vector<double> gain(columns_, 1 / spread);
    const std::vector<std::size_t> twos(columns_, 2);
    const PeopleRows pairs = PeopleSample::distances(poise_.searched(), twos);
    const auto rungs = norm_rungs(octaves, 6, 8);
    const auto apart =
        norm_of_rank(poise_, pairs, {std::vector<double>(columns_, 0.0), gain}, rungs,
                     static_cast<double>(pairs.rows()) / 2, {LadderPrior::Kind::beyond, octaves},
                     poise_.search_rho(), "how far two rows are apart");
    if (!apart) return apart.error();
    const double radius = *apart > 0 ? *apart / std::sqrt(2.0) : std::sqrt(d_);
    for (int step = 0; step < 4; ++step) {
      const RowMap map{location.centre, gain};
      const auto away = norm_of_rank(poise_, poise_.searched(), map, rungs, m_ / 2,
                                     {LadderPrior::Kind::wide, std::log2(radius)}, poise_.search_rho(),
                                     "how far rows are from the centre");
      if (!away) return away.error();
      if (*away <= 1.4 * radius) break;
      const double rate = 2 * (log_columns_ + 2 + std::max(0.0, std::log(pooled_->width / spread))) / m_;
      const double medians = d_ * rate * rate / 2, relative = *away / radius,
                   walk = std::max(16 * d_ * relative * relative / (m_ * m_), 0.003 * poise_.rho());
      if (step == 0 && walk > medians && medians <= most_for_columns * poise_.rho()) {
        const double enough = std::sqrt(2 * std::max(medians, 0.003 * poise_.rho()) / d_);
        for (std::size_t j = 0; j < columns_; ++j) {
          const auto centre = median_of(j, spread, 0.001, enough);
          if (!centre) return centre.error();
          location.centre[j] = *centre;
        }
        break;
      }
      const double radii[] = {1.2 * *away};
      const auto sum = ShellSums::of(poise_.searched(), map, radii, poise_.run());
      if (!sum) return sum.error();
      const auto moved = poise_.average(sum->part(0), sum->step(), std::min(walk, 0.08 * poise_.rho()),
                                        "a step of the centre");
      if (!moved) return moved.error();
      for (std::size_t j = 0; j < columns_; ++j) location.centre[j] += moved->value[j] * spread;
    }
    return location;
  }

  PoiseRun &poise_;
  const KnownColumns &known_;
  const std::vector<double> &present_;
  bool own_units_;
  std::size_t columns_;
  double d_, m_, log_columns_;
  std::optional<Pooled> pooled_;
  bool alike_ = false;
  double nats_ = 0;
  ColumnRates rates_;
};

} // namespace

Result<Location> locate(PoiseRun &poise, const KnownColumns &known) {
  auto location = Localiser(poise, known).run();
  if (!location) return location;
  for (std::size_t j = 0; j < known.columns(); ++j) {
    location->centre[j] = known.within_limits(j, location->centre[j]);
    double &spread = location->spread[j];
    if (spread >= least_spread && spread <= most_spread) continue;
    spread = std::clamp(spread, least_spread, most_spread);
    location->unreachable.push_back(j);
    // Nothing of it drowns the other columns.
    location->reach.resize(known.columns(), std::numeric_limits<double>::infinity());
    location->reach[j] = spread;
  }
  return location;
}

} // namespace poise::internal
