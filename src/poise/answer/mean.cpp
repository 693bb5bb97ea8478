// The mean: which method, on which grid, with which grant.
#include "poise/answer/answer.h"
#include "poise/answer/charge.h"
#include "poise/answer/distributed_mean.h"
#include "poise/answer/public_facts.h"
#include "poise/answer/question/mean_settings.h"
#include "poise/answer/question/question_fields.h"
#include "poise/answer/question/read_budget.h"
#include "poise/answer/question/run_settings.h"
#include "poise/answer/summaries.h"
#include "poise/estimate/mean/mean_methods.h"
#include "poise/forecast/choose_method.h"

namespace poise::internal {
namespace {

// Options about cells that a table of zeros and ones does not have.
std::optional<Error> not_for_bits(const Question &question, const MeanMethod &method, const Table &table) {
  if (!table.binary() || !method.takes.contains(MeanOption::binary)) return std::nullopt;
  if (!question.bound && !question.precision && !question.mean_within && !question.pairs) return std::nullopt;
  return bad_parameter("all cells of this kind of file are 0 or 1, and " + std::string(method.name) +
                           " knows",
                       "leave out `bound`, `precision`, `mean_within` and `pairs`");
}

// The method asked for; nothing where poise is to choose.
Result<std::optional<MeanMethod>> asked_for(const Question &question, const Budget &budget) {
  if (!question.method || *question.method == "poise") return std::optional<MeanMethod>();
  const auto method = find_mean_method(*question.method);
  if (!method) return method.error();
  if (budget.pure() && !method->gives_pure())
    return bad_parameter("`epsilon` alone asks for pure differential privacy, which method " +
                             std::string(method->name) + " cannot give: it needs `delta`",
                         "add `delta`, such as 1e-9, or use `rho`, or leave out `method`");
  if (!budget.pure() && !method->gives_zcdp())
    return bad_parameter("method " + std::string(method->name) + " gives pure differential privacy alone",
                         "give `epsilon` without `delta`, or another `method`");
  return std::optional(*method);
}

// By public facts alone.
Result<MethodChoice> choose_method(const Table &table, const MeanSettings &settings, const Budget &budget,
                                   const RunOptions &run, bool own_units_by_word) {
  Facts facts = public_facts(table, settings, budget, run.memory);
  facts.own_units = facts.own_units || (own_units_by_word && !facts.binary);
  // Nobody answers about one row, and each says so.
  if (facts.rows < 2) return MethodChoice{budget.pure() ? "pure-vector" : "gaussian", ""};
  auto choice = choose_mean_method(facts);
  if (choice || !budget.pure()) return choice;
  return Error{
      choice.error().kind, choice.error().wrong,
      "give more rows, more budget or fewer columns, or allow a `delta` such as 1e-9; nothing was spent"};
}

Result<Estimate> estimate_mean(const Table &table, const MeanMethod &method, const MeanSettings &settings,
                               const Budget &budget, Bits &bits, const RunOptions &run) {
  std::optional<Grid> grid; // none: the method finds one
  if (settings.bounded()) {
    const auto given = settings.grid(table.people().value_or(table.rows()), table.columns().size());
    if (!given) return given.error();
    grid = *given;
  }
  if (const auto *const epsilon = std::get_if<Epsilon>(&budget.amount))
    return method.run_pure(table, grid, Grant<Epsilon>::open(*epsilon), bits, run);
  return method.run(table, grid, Grant<Rho>::open(std::get<Rho>(budget.amount)), bits, settings.options(),
                    run);
}

} // namespace

Result<Summary> mean(const Question &question, const TableSource &source, const ProgressListener &listener) {
  if (const auto error = check_statistic_fields(question, "mean")) return *error;
  const auto distributed = is_distributed(question);
  if (!distributed) return distributed.error();
  if (*distributed) return distributed_mean(question, source, listener);
  const auto budget = read_budget(question);
  if (!budget) return budget.error();
  const auto asked = asked_for(question, *budget);
  if (!asked) return asked.error();
  if (const auto error = check_method_options(question, *asked ? **asked : default_mean_method()))
    return *error;
  const auto settings = MeanSettings::read(question);
  if (!settings) return settings.error();
  const auto setup = read_run_settings(question, listener);
  if (!setup) return setup.error();
  Bits &bits = *setup->bits;
  if (const auto error = check_ledger_options(question)) return *error;

  return charge_and_run(question, "mean", *budget, bits, [&]() -> Result<Summary> {
    const auto table = table_from(source, setup->reading);
    if (!table) return table.error();
    std::optional<MeanMethod> method = *asked;
    std::optional<std::string> because;
    if (!method) {
      const auto choice = choose_method(*table, *settings, *budget, setup->run, question.own_units);
      if (!choice) return choice.error();
      method = find_mean_method(choice->method).value();
      because = choice->because;
    } else if (const auto error = not_for_bits(question, *method, *table)) {
      return *error;
    }
    auto estimate = estimate_mean(*table, *method, *settings, *budget, bits, setup->run);
    if (!estimate) return estimate.error();
    Summary summary = summarise("mean", *estimate, *budget, question.unit);
    if (because) {
      summary.chosen = summary.method;
      summary.because = *because;
      summary.method = "poise";
    }
    return summary;
  });
}

} // namespace poise::internal
