// `poise forecast`: a table, JSON, and a picture of how errors fall.
#include "poise/answer/forecast.h"
#include "cli/commands.h"
#include "cli/option_names.h"
#include "cli/output.h"
#include "experiments/chart/chart.h"
#include "poise/report/forecast_report.h"
#include "poise/report/spell_parameters.h"

#include <fmt/format.h>

namespace poise::internal::cli {
namespace {

std::optional<Error> draw(const ForecastAnswer &answer, const std::string &path) {
  using experiments::Axis;
  using experiments::Panel;
  using experiments::Scale;
  const auto curves = forecast_curves(answer);
  if (!curves) return curves.error();
  const Facts &facts = answer.asked.facts;
  const bool pure = answer.asked.budget.pure();
  const Axis error{"error (expected distance)", Scale::log10};
  const std::string budget_name = pure ? "epsilon" : "rho";
  const Axis rows{"rows", Scale::log10}, budget{budget_name, Scale::log10};
  Panel by_rows{
      .title = fmt::format("more rows, the same {}", budget_name), .x = rows, .y = error, .series = {}};
  Panel by_budget{.title = fmt::format("more {}, {} rows", budget_name, facts.rows),
                  .x = budget,
                  .y = error,
                  .series = {}};
  for (const ForecastCurve &curve : *curves) {
    by_rows.series.push_back({curve.method, curve.rows, curve.error_by_rows});
    by_budget.series.push_back({curve.method, curve.budgets, curve.error_by_budget});
  }
  return experiments::draw_png({.title = fmt::format("Forecast: the mean of {} columns", facts.columns),
                                .panels = {std::move(by_rows), std::move(by_budget)}},
                               path);
}

} // namespace

std::optional<Error> run(const ForecastArguments &arguments) {
  const auto answer = forecast(arguments.question);
  if (!answer) return answer.error();
  if (arguments.plot)
    if (auto error = draw(*answer, *arguments.plot)) return error;
  const ForecastAnswer shown = spell_parameters(*answer, as_option);
  if (auto error = print(arguments.json ? to_json(shown) : to_text(shown))) return error;
  if (arguments.plot && !arguments.json) tell("poise: the picture is in " + *arguments.plot);
  return std::nullopt;
}

} // namespace poise::internal::cli
