// The flagship against all that came before it, on many kinds of tables.
#include "experiments/figures.h"
#include "experiments/flagship/cells.h"
#include "experiments/flagship/flagship_tables.h"
#include "experiments/flagship/score_cells.h"
#include "experiments/flagship/targets.h"
#include "experiments/frame/findings.h"

namespace poise::internal::experiments {
namespace {

Result<Findings> run(const DataSources &sources, const TrialPlan &plan) {
  const auto cells = all_cells(sources);
  if (!cells) return cells.error();
  const auto scores = score_cells(*cells, entrants(), {plan.trials, 3 * plan.trials, 20 * plan.trials}, plan);
  if (!scores) return scores.error();
  return Findings{.tables = {{"flagship", scores_csv(*scores)}, {"flagship-ratios", standings_csv(*scores)}},
                  .pictures = {{"flagship", [map = ratios_map(*scores)](
                                                const std::string &path) { return draw_png(map, path); }}},
                  .summary = summary_of(*scores)};
}

} // namespace

const Figure flagship = {.name = "flagship",
                         .title = "poise and all other methods of the mean, nothing known in advance",
                         .x_title = "",
                         .x_scale = Scale::linear,
                         .needs_mnist = false,
                         .settings = nullptr,
                         .own_run = run,
                         .uses_mnist = true};

} // namespace poise::internal::experiments
