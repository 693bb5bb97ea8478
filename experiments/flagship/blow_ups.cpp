// How far off single runs of the flagship are where its searches have it hardest.
#include "experiments/flagship/blow_ups.h"
#include "experiments/figures.h"
#include "experiments/flagship/cells.h"
#include "experiments/flagship/score_cells.h"
#include "experiments/frame/findings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace poise::internal::experiments {
namespace {

constexpr unsigned more_often = 10; // than other experiments run
constexpr double blow_up = 10;      // times the median error

struct HardCell {
  std::string_view name;
  int thousandths; // of rho
};

// Few rows for the budget, columns in units of their own, atoms, long tails.
constexpr std::array<HardCell, 10> hardest = {{{"small5", 125},
                                               {"t3_5_n500", 500},
                                               {"lognorm1", 125},
                                               {"pareto10", 125},
                                               {"zero90_40", 125},
                                               {"own_people_n1k", 500},
                                               {"own_mixbin20", 125},
                                               {"own_wide64", 100},
                                               {"humps1", 150},
                                               {"own_three", 150}}};

std::vector<Cell> hard_cells() {
  const std::vector<Cell> all = all_cells({}).value();
  std::vector<Cell> chosen;
  for (const HardCell &hard : hardest) {
    const auto found = std::ranges::find(all, hard.name, &Cell::name);
    if (found == all.end()) throw std::logic_error("poise: there is no cell " + std::string(hard.name));
    chosen.push_back(*found);
    std::erase_if(chosen.back().budgets,
                  [&](const CellBudget &budget) { return budget.thousandths != hard.thousandths; });
  }
  return chosen;
}

std::string csv_of(const std::vector<CellScores> &scores) {
  std::string text = "cell,rows,columns,rho,units,tables,runs,refusals,largest_over_median,beyond_10\n";
  for (const CellScores &one : scores) {
    const ScoreSummary summary = summarise(one.methods.front());
    const Excess excess = excess_of(one, blow_up);
    text += fmt::format("{},{},{},{},{},{},{},{},{:.4g},{}\n", one.cell, one.rows, one.columns,
                        one.budget.value(), one.own_units ? "own" : "shared", one.tables, summary.runs,
                        summary.refusals, excess.largest, excess.beyond);
  }
  return text;
}

std::string summary_of_blow_ups(const std::vector<CellScores> &scores) {
  std::string text =
      fmt::format("runs more than {} times as far off as the median run of their table\n", blow_up);
  for (const CellScores &one : scores) {
    const ScoreSummary summary = summarise(one.methods.front());
    const Excess excess = excess_of(one, blow_up);
    text += fmt::format("  {:<24} {} of {} runs, the furthest {:.3g} times; {} refused\n", one.name(),
                        excess.beyond, summary.runs, excess.largest, summary.refusals);
  }
  return text;
}

Result<Findings> run(const DataSources &, const TrialPlan &plan) {
  const unsigned runs = more_often * plan.trials;
  const auto scores = score_cells(hard_cells(), entrants().first(1), {runs, runs, runs}, plan);
  if (!scores) return scores.error();
  return Findings{.tables = {{"flagship-blow-ups", csv_of(*scores)}},
                  .pictures = {},
                  .summary = summary_of_blow_ups(*scores)};
}

} // namespace

Excess excess_of(const CellScores &scores, double times) {
  const std::vector<double> &errors = scores.methods.front().errors;
  Excess excess{0, 0};
  for (unsigned table = 0; table < scores.tables; ++table) {
    MethodScore of_table{scores.methods.front().method};
    for (std::size_t run = table; run < errors.size(); run += scores.tables)
      of_table.errors.push_back(errors[run]);
    const double median = summarise(of_table).median;
    for (const double error : of_table.errors) {
      if (std::isnan(error)) continue;
      excess.largest = std::max(excess.largest, error / median);
      excess.beyond += error > times * median ? 1 : 0;
    }
  }
  return excess;
}

const Figure flagship_blow_ups = {.name = "flagship-blow-ups",
                                  .title = "Runs of poise that are far off, ten hard tables",
                                  .x_title = "",
                                  .x_scale = Scale::linear,
                                  .needs_mnist = false,
                                  .settings = nullptr,
                                  .own_run = run};

} // namespace poise::internal::experiments
