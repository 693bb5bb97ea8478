// The mean: which method, on which grid, with which grant.
#include "poise/answer/answer.h"
#include "poise/answer/charge.h"
#include "poise/answer/distributed_mean.h"
#include "poise/answer/public_facts.h"
#include "poise/answer/question/cell_settings.h"
#include "poise/answer/question/mean_settings.h"
#include "poise/answer/question/question_fields.h"
#include "poise/answer/question/read_budget.h"
#include "poise/answer/question/run_settings.h"
#include "poise/answer/summaries.h"
#include "poise/base/nearest_double.h"
#include "poise/estimate/mean/mean_methods.h"
#include "poise/forecast/choose_method.h"
#include "poise/table/clean_cells.h"

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

Result<MeanMethod> asked_for(const Question &question, const Budget &budget) {
  const auto method =
      question.method ? find_mean_method(*question.method) : Result<MeanMethod>(default_mean_method());
  if (!method) return method.error();
  if (budget.pure() && !method->gives_pure())
    return bad_parameter("`epsilon` alone asks for pure differential privacy, which method " +
                             std::string(method->name) + " cannot give: it needs `delta`",
                         "add `delta`, such as 1e-9, or use `rho`, or leave out `method`");
  if (!budget.pure() && !method->gives_zcdp())
    return bad_parameter("method " + std::string(method->name) + " gives pure differential privacy alone",
                         "give `epsilon` without `delta`, or another `method`");
  return *method;
}

// Whom the default leaves a table to that it cannot answer about, by public facts alone; nobody else.
Result<std::optional<MethodChoice>> hand_over(const MeanMethod &method, const Facts &facts,
                                              const Budget &budget) {
  if (!method.hands_over || (!budget.pure() && !facts.sparse)) return std::optional<MethodChoice>();
  // Nobody answers about one row, and each says so.
  if (facts.rows < 2) return std::optional(MethodChoice{budget.pure() ? "pure-vector" : "gaussian", ""});
  auto choice = choose_mean_method(facts);
  if (choice) return std::optional(std::move(*choice));
  if (!budget.pure()) return choice.error();
  return Error{
      choice.error().kind, choice.error().wrong,
      "give more rows, more budget or fewer columns, or allow a `delta` such as 1e-9; nothing was spent"};
}

// What is said of all cells at once, for every column beside its own limits.
CellRules all_rules(CellRules rules, const MeanSettings &settings, const Facts &facts) {
  Limits all;
  if (facts.binary) all = {0, 1};
  if (const auto &bound = settings.bound()) all = {-nearest_double(*bound), nearest_double(*bound)};
  if (!all.any()) return rules;
  rules.limits.resize(facts.columns);
  for (Limits &one : rules.limits) one = {std::max(one.low, all.low), std::min(one.high, all.high)};
  return rules;
}

Result<Estimate> estimate_mean(const Table &table, const MeanMethod &method, const MeanSettings &settings,
                               const MeanOptions &options, const Budget &budget, Bits &bits,
                               const RunOptions &run) {
  std::optional<Grid> grid; // none: the method finds one
  if (settings.bounded()) {
    const auto given = settings.grid(table.people().value_or(table.rows()), table.columns().size());
    if (!given) return given.error();
    grid = *given;
  }
  if (const auto *const epsilon = std::get_if<Epsilon>(&budget.amount))
    return method.run_pure(table, grid, Grant<Epsilon>::open(*epsilon), bits, run);
  return method.run(table, grid, Grant<Rho>::open(std::get<Rho>(budget.amount)), bits, options, run);
}

// What there is to say of gaps where the default left the table to a method that counts them as zeros.
std::optional<std::string> zeros_for_gaps(const Question &question, const Facts &facts) {
  if (facts.sparse || question.no_missing || question.missing == "zero") return std::nullopt;
  return "missing cells, if there are any, counted as 0: only answers with `rho`, or with `epsilon` and "
         "`delta`, leave them out";
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
  if (const auto error = check_method_options(question, *asked)) return *error;
  const auto settings = MeanSettings::read(question);
  if (!settings) return settings.error();
  const auto cells = CellSettings::read(question);
  if (!cells) return cells.error();
  const auto setup = read_run_settings(question, listener);
  if (!setup) return setup.error();
  Bits &bits = *setup->bits;
  if (const auto error = check_ledger_options(question)) return *error;

  return charge_and_run(question, "mean", *budget, bits, [&]() -> Result<Summary> {
    const auto table = table_from(source, setup->reading);
    if (!table) return table.error();
    Facts facts = public_facts(*table, *settings, *budget, setup->run.memory);
    facts.own_units = facts.own_units || (question.own_units && !facts.binary);
    auto rules = cells->rules(table->columns());
    if (!rules) return rules.error();
    const auto other = hand_over(*asked, facts, *budget);
    if (!other) return other.error();
    const MeanMethod method = *other ? find_mean_method((*other)->method).value() : *asked;
    if (!asked->hands_over)
      if (const auto error = not_for_bits(question, method, *table)) return *error;
    if (method.hands_over) *rules = all_rules(std::move(*rules), *settings, facts);
    for (const Limits &one : rules->limits)
      if (!(one.low < one.high))
        return bad_parameter("`limits` of a column leave nothing within `bound`, or within 0 and 1",
                             "give limits that overlap with it");
    MeanOptions options = settings->options();
    options.own_units = facts.own_units;
    options.no_missing = question.no_missing;
    options.zeros_for_gaps = rules->zeros_for_gaps;
    options.try_anyway = question.try_anyway;
    options.limits = rules->limits;
    auto estimate =
        estimate_mean(clean_cells(*table, *rules), method, *settings, options, *budget, bits, setup->run);
    if (!estimate) return estimate.error();
    Summary summary = summarise("mean", *estimate, *budget, question.unit);
    if (*other) {
      summary.chosen = summary.method;
      summary.because = (*other)->because;
      summary.method = asked->name;
      if (const auto warning = zeros_for_gaps(question, facts)) summary.warnings.push_back(*warning);
    }
    return summary;
  });
}

} // namespace poise::internal
