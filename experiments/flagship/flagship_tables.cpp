// Numbers that are not there are empty.
#include "experiments/flagship/flagship_tables.h"

#include <cmath>
#include <fmt/format.h>

namespace poise::internal::experiments {
namespace {

std::string number(double value) { return std::isnan(value) ? "" : fmt::format("{:.5g}", value); }

std::string place(const CellScores &scores) {
  return fmt::format("{},{},{},{},{},{}", scores.cell, scores.rows, scores.columns, scores.budget.value(),
                     scores.own_units ? "own" : "shared", scores.fresh ? "yes" : "no");
}

constexpr std::string_view place_names = "cell,rows,columns,rho,units,fresh";

} // namespace

Standing standing_of(const CellScores &scores) {
  const MethodScore &ours = scores.methods.front();
  const ScoreSummary summary = summarise(ours);
  const MethodScore *const rival = best_rival(scores);
  const ScoreSummary best = rival != nullptr ? summarise(*rival) : ScoreSummary{NAN, NAN, NAN, 0, 0};
  return {.name = scores.name(),
          .rival = std::string(rival != nullptr ? rival->method : ""),
          .fresh = scores.fresh,
          .ratio = summary.median / best.median,
          .p95_ratio = summary.p95 / best.p95,
          .to_floor = summary.median / scores.floor,
          .coverage = coverage(ours),
          .most_over_median = summary.most / summary.median,
          .runs = summary.runs,
          .refusals = summary.refusals};
}

std::string scores_csv(const std::vector<CellScores> &scores) {
  std::string text = fmt::format("{},method,tables,runs,refusals,median,p95,largest,note\n", place_names);
  for (const CellScores &one : scores)
    for (const MethodScore &score : one.methods) {
      const ScoreSummary summary = summarise(score);
      text += fmt::format("{},{},{},{},{},{},{},{},{}\n", place(one), score.method, one.tables, summary.runs,
                          summary.refusals, number(summary.median), number(summary.p95), number(summary.most),
                          score.left_out ? "left out: takes minutes" : "");
    }
  return text;
}

std::string standings_csv(const std::vector<CellScores> &scores) {
  std::string text = fmt::format("{},runs,refusals,best_rival,ratio,p95_ratio,floor,to_floor,prototype_floor,"
                                 "coverage,largest_over_median\n",
                                 place_names);
  for (const CellScores &one : scores) {
    const Standing standing = standing_of(one);
    const double prototype = one.budget.prototype_floor;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", place(one), standing.runs, standing.refusals,
                        standing.rival, number(standing.ratio), number(standing.p95_ratio), number(one.floor),
                        number(standing.to_floor), prototype > 0 ? number(prototype) : "",
                        number(standing.coverage), number(standing.most_over_median));
  }
  return text;
}

HeatMap ratios_map(const std::vector<CellScores> &scores) {
  HeatMap map{.title = "Median error over that of poise", .rows = {}, .columns = {}, .ratios = {}};
  for (std::size_t m = 1; !scores.empty() && m < scores.front().methods.size(); ++m)
    map.columns.emplace_back(scores.front().methods[m].method);
  for (const CellScores &one : scores) {
    const double ours = summarise(one.methods.front()).median;
    map.rows.push_back(one.name());
    for (std::size_t m = 1; m < one.methods.size(); ++m)
      map.ratios.push_back(summarise(one.methods[m]).median / ours);
  }
  return map;
}

} // namespace poise::internal::experiments
