// Ratios are to the best rival of each cell by median, which favours the rivals a little.
#include "experiments/flagship/targets.h"

#include "experiments/flagship/flagship_tables.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace poise::internal::experiments {
namespace {

constexpr double worst_ratio = 1.10, worst_p95_ratio = 1.2;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

using Standings = std::vector<Standing>;

std::vector<double> known_values(const Standings &standings, double Standing::*of) {
  std::vector<double> values;
  for (const Standing &one : standings)
    if (!std::isnan(one.*of)) values.push_back(one.*of);
  std::ranges::sort(values);
  return values;
}

// The one of which this share is not above.
double value_at(const std::vector<double> &sorted, double share) {
  if (sorted.empty()) return unknown;
  const double at = std::ceil(share * static_cast<double>(sorted.size())) - 1;
  return sorted[static_cast<std::size_t>(std::max(at, 0.0))];
}

Target worst(std::string what, double most, const Standings &standings, double Standing::*of) {
  Target target{std::move(what), most, unknown};
  for (const Standing &one : standings)
    if (!std::isnan(one.*of) && !(target.found >= one.*of)) {
      target.found = one.*of;
      target.where = one.name;
    }
  return target;
}

Standings all_standings(const std::vector<CellScores> &scores) {
  Standings standings;
  for (const CellScores &one : scores) standings.push_back(standing_of(one));
  return standings;
}

// The median error at one budget of one cell.
Target error_at(const std::vector<CellScores> &scores, const std::string &name, double most) {
  const auto found = std::ranges::find(scores, name, &CellScores::name);
  return {"median error of " + name, most,
          found == scores.end() ? unknown : summarise(found->methods.front()).median};
}

Target pictures(const Standings &standings) {
  Standings of_pictures;
  std::ranges::copy_if(standings, std::back_inserter(of_pictures),
                       [](const Standing &one) { return one.name.starts_with("mnist"); });
  return worst("MNIST, ratio to the best rival, worst", 1, of_pictures, &Standing::ratio);
}

std::string line_of(const Target &target) {
  const std::string_view verdict = std::isnan(target.found) ? "unknown" : target.holds() ? "holds" : "fails";
  return fmt::format("  {:<48} {:>7.3f}  {:<8} {}\n", fmt::format("{} <= {}", target.what, target.most),
                     target.found, verdict, target.where);
}

std::string line_of(const Standing &one) {
  return fmt::format("  {:<24} {:.3f} of {}, p95 {:.3f}, {:.3f} of the floor, coverage {:.3f}\n", one.name,
                     one.ratio, one.rival, one.p95_ratio, one.to_floor, one.coverage);
}

// Those of which somebody may want to know more.
std::string lines_of_worst(Standings standings) {
  const auto excess = [](const Standing &one) {
    return std::max(one.ratio / worst_ratio, one.p95_ratio / worst_p95_ratio);
  };
  std::erase_if(standings, [&](const Standing &one) { return !(excess(one) > 1); });
  std::ranges::sort(standings, std::ranges::greater(), excess);
  std::string text = fmt::format("above {} of the best rival, or {} by the 95th percentile: {}\n",
                                 worst_ratio, worst_p95_ratio, standings.size());
  for (const Standing &one : standings) text += line_of(one);
  return text;
}

std::string refusals(const Standings &standings) {
  std::string text;
  for (const Standing &one : standings)
    if (one.refusals > 0) text += fmt::format("  {}: {} of {} runs\n", one.name, one.refusals, one.runs);
  return text.empty() ? "" : "poise refuses\n" + text;
}

} // namespace

std::vector<Target> targets(const std::vector<CellScores> &scores) {
  const Standings standings = all_standings(scores);
  const std::vector<double> ratios = known_values(standings, &Standing::ratio);
  return {{"ratio to the best rival, median", 0.72, value_at(ratios, 0.5)},
          {"ratio to the best rival, 95th percentile", 1.03, value_at(ratios, 0.95)},
          worst("ratio to the best rival, worst", worst_ratio, standings, &Standing::ratio),
          worst("ratio of 95th percentiles, worst", worst_p95_ratio, standings, &Standing::p95_ratio),
          {"ratio to the floor, median", 1.15, value_at(known_values(standings, &Standing::to_floor), 0.5)},
          error_at(scores, "gauss128 @ 0.5", .071),
          error_at(scores, "gauss1024 @ 0.125", 1.13),
          error_at(scores, "decay512 @ 0.5", 1.0),
          pictures(standings)};
}

std::string summary_of(const std::vector<CellScores> &scores) {
  const Standings standings = all_standings(scores);
  std::string text = fmt::format("{} cells and budgets\n", scores.size());
  for (const Target &target : targets(scores)) text += line_of(target);
  Standings fresh = standings;
  std::erase_if(fresh, [](const Standing &one) { return !one.fresh; });
  const std::vector<double> covered = known_values(standings, &Standing::coverage);
  text += fmt::format("  {} are fresh: median ratio {:.3f}; coverage {:.3f} in the median, at least {:.3f}\n",
                      fresh.size(), value_at(known_values(fresh, &Standing::ratio), 0.5),
                      value_at(covered, 0.5), value_at(covered, 0));
  return text + lines_of_worst(standings) + refusals(standings);
}

} // namespace poise::internal::experiments
