// Variance, quartile range and quantiles: each column by itself, with no bound.
#include "poise/answer/answer.h"
#include "poise/answer/charge.h"
#include "poise/answer/public_facts.h"
#include "poise/answer/question/cell_settings.h"
#include "poise/answer/question/question_fields.h"
#include "poise/answer/question/read_budget.h"
#include "poise/answer/question/run_settings.h"
#include "poise/answer/summaries.h"
#include "poise/base/closest.h"
#include "poise/estimate/poise/poise_variance.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/estimate/universal/universal_variance.h"
#include "poise/privacy/exact_text.h"
#include "poise/table/cell.h"

namespace poise::internal {
namespace {

// What the default is for a statistic, and whom it leaves a table to that it cannot answer about.
struct Version {
  UniversalOptions options;
  bool poise; // poise's own, where it can
};

// Without a method, or with poise, the one we think best.
Result<Version> choose_version(const std::optional<std::string> &method) {
  if (!method || *method == "poise") return Version{{.version = UniversalVersion::tuned}, true};
  if (*method == name_of(UniversalVersion::tuned))
    return Version{{.version = UniversalVersion::tuned}, false};
  if (*method == name_of(UniversalVersion::published))
    return Version{{.version = UniversalVersion::published}, false};
  const std::vector<std::string> known = {"poise", std::string(name_of(UniversalVersion::published)),
                                          std::string(name_of(UniversalVersion::tuned))};
  const auto meant = closest(*method, known);
  return bad_parameter("there is no method '" + *method + "' for this statistic",
                       (meant ? "did you mean " + *meant + "? " : "") +
                           std::string("there are poise, the default, universal, as published, and "
                                       "universal-tuned"));
}

Result<std::vector<Rational>> read_quantiles(const std::string &list) {
  std::vector<Rational> quantiles;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view text = trimmed(std::string_view(list).substr(begin, end - begin));
    const auto value = read_exact(text);
    if (!value || *value < 0 || *value > 1)
      return bad_parameter("`quantiles` must be numbers between 0 and 1, got " + quote(text),
                           "separate them by commas, such as `quantiles=0.25,0.5,0.75`");
    quantiles.push_back(*value);
    begin = end + 1;
  }
  if (const auto error = check_quantiles(quantiles)) return *error;
  return quantiles;
}

MeanOptions variance_options(const Question &question, const Table &table, const CellRules &rules) {
  MeanOptions options;
  options.own_units = question.own_units || own_units(table.columns());
  options.no_missing = question.no_missing;
  options.zeros_for_gaps = rules.zeros_for_gaps;
  options.try_anyway = question.try_anyway;
  options.limits = rules.limits;
  return options;
}

PresentShares all_present(std::size_t columns) {
  return {std::vector<double>(columns, 1.0), std::vector<double>(columns, 0.0)};
}

// Within what cells cut off at limits can have: numbers that are released already.
void clamp(double &value, double low, double high) { value = std::clamp(value, low, high); }

void clamp_to(const std::string &name, const std::vector<Limits> &limits, Estimate &estimate) {
  for (std::size_t j = 0; j < limits.size(); ++j) {
    if (!limits[j].both()) continue;
    const double width = limits[j].width(), most = name == "variance" ? width * width / 4 : width;
    clamp(estimate.value[j], 0, most);
    clamp(estimate.interval.low[j], 0, most);
    clamp(estimate.interval.high[j], 0, most);
    if (!estimate.population_interval) continue;
    clamp(estimate.population_interval->low[j], 0, most);
    clamp(estimate.population_interval->high[j], 0, most);
  }
}
void clamp_to(const std::string & /*name*/, const std::vector<Limits> &limits, QuantileEstimate &estimate) {
  for (std::vector<double> &values : estimate.values)
    for (std::size_t j = 0; j < limits.size(); ++j) clamp(values[j], limits[j].low, limits[j].high);
}

// Reads what all three ask for, pays, and runs `statistic` with a grant of either unit.
template <class Run>
Result<Summary> answer(const Question &question, const std::string &name, const TableSource &source,
                       const ProgressListener &listener, const Run &statistic) {
  if (const auto error = check_statistic_fields(question, name)) return *error;
  const auto version = choose_version(question.method);
  if (!version) return version.error();
  const auto budget = read_budget(question);
  if (!budget) return budget.error();
  const auto cells = CellSettings::read(question);
  if (!cells) return cells.error();
  const auto setup = read_run_settings(question, listener);
  if (!setup) return setup.error();
  Bits &bits = *setup->bits;
  if (const auto error = check_ledger_options(question)) return *error;
  return charge_and_run(question, name, *budget, bits, [&]() -> Result<Summary> {
    const auto table = table_from(source, setup->reading);
    if (!table) return table.error();
    auto rules = cells->rules(table->columns());
    if (!rules) return rules.error();
    const Table cleaned = clean_cells(*table, *rules);
    return std::visit(
        [&]<class Unit>(const Unit &amount) -> Result<Summary> {
          auto estimate = statistic(cleaned, *version, *rules, Grant<Unit>::open(amount), bits, setup->run);
          if (!estimate) return estimate.error();
          clamp_to(name, rules->limits, *estimate);
          if (question.no_missing && !estimate->present)
            estimate->present = all_present(table->columns().size());
          Summary summary = summarise(name, *estimate, *budget, question.unit);
          if (!table->sparse() && !estimate->present && question.missing != "zero")
            summary.warnings.emplace_back("missing cells, if there are any, counted as 0");
          return summary;
        },
        budget->amount);
  });
}

// Quantiles of the cells that are there, but for the method as published.
UniversalOptions quantile_options(const Version &version, const Question &question, const Table &table) {
  UniversalOptions options = version.options;
  options.skip_gaps = options.version == UniversalVersion::tuned && !table.sparse() && !question.no_missing &&
                      question.missing != "zero";
  return options;
}

} // namespace

Result<Summary> variance(const Question &question, const TableSource &source,
                         const ProgressListener &listener) {
  return answer(question, "variance", source, listener,
                [&]<class Unit>(const Table &table, const Version &version, const CellRules &rules,
                                Grant<Unit> grant, Bits &bits, const RunOptions &run) -> Result<Estimate> {
                  if constexpr (std::is_same_v<Unit, Rho>)
                    if (version.poise && !table.sparse())
                      return poise_variance(table, std::move(grant), bits,
                                            variance_options(question, table, rules), run);
                  return universal_variance(table, std::move(grant), bits, version.options, run);
                });
}

Result<Summary> iqr(const Question &question, const TableSource &source, const ProgressListener &listener) {
  return answer(question, "iqr", source, listener,
                [&]<class Unit>(const Table &table, const Version &version, const CellRules &,
                                Grant<Unit> grant, Bits &bits, const RunOptions &run) {
                  return universal_iqr(table, std::move(grant), bits,
                                       quantile_options(version, question, table), run);
                });
}

Result<Summary> quantile(const Question &question, const TableSource &source,
                         const ProgressListener &listener) {
  if (!question.quantiles)
    return bad_parameter("`quantiles` are not given",
                         "say which ones, separated by commas, such as `quantiles=0.25,0.5,0.75`");
  const auto quantiles = read_quantiles(*question.quantiles);
  if (!quantiles) return quantiles.error();
  return answer(question, "quantile", source, listener,
                [&]<class Unit>(const Table &table, const Version &version, const CellRules &,
                                Grant<Unit> grant, Bits &bits, const RunOptions &run) {
                  return universal_quantiles(table, *quantiles, std::move(grant), bits,
                                             quantile_options(version, question, table), run);
                });
}

} // namespace poise::internal
