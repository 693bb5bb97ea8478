// Variance, quartile range and quantiles: each column by itself, with no bound.
#include "poise/answer/answer.h"
#include "poise/answer/charge.h"
#include "poise/answer/question/cell_settings.h"
#include "poise/answer/question/question_fields.h"
#include "poise/answer/question/read_budget.h"
#include "poise/answer/question/run_settings.h"
#include "poise/answer/summaries.h"
#include "poise/base/closest.h"
#include "poise/estimate/universal/universal_quantile.h"
#include "poise/estimate/universal/universal_variance.h"
#include "poise/privacy/exact_text.h"
#include "poise/table/cell.h"

namespace poise::internal {
namespace {

// Without a method, or with poise, the one we think best.
Result<UniversalOptions> choose_version(const std::optional<std::string> &method) {
  if (!method || *method == "poise" || *method == name_of(UniversalVersion::tuned))
    return UniversalOptions{.version = UniversalVersion::tuned};
  if (*method == name_of(UniversalVersion::published))
    return UniversalOptions{.version = UniversalVersion::published};
  const std::vector<std::string> known = {std::string(name_of(UniversalVersion::published)),
                                          std::string(name_of(UniversalVersion::tuned))};
  const auto meant = closest(*method, known);
  return bad_parameter(
      "there is no method '" + *method + "' for this statistic",
      (meant ? "did you mean " + *meant + "? " : "") +
          std::string("there are universal, as published, and universal-tuned, the default"));
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

// Within what cells cut off at limits can have: numbers that are released already.
void clamp(double &value, double low, double high) { value = std::clamp(value, low, high); }

void clamp_to(const std::string &name, const std::vector<Limits> &limits, Estimate &estimate) {
  for (std::size_t j = 0; j < limits.size(); ++j) {
    if (!limits[j].both()) continue;
    const double width = limits[j].width(), most = name == "variance" ? width * width / 4 : width;
    clamp(estimate.value[j], 0, most);
    clamp(estimate.interval.low[j], 0, most);
    clamp(estimate.interval.high[j], 0, most);
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
  if (question.missing == "skip")
    return bad_parameter("a missing cell counts as 0 for the statistic " + name,
                         "leave out rows with missing cells, or give `missing=zero`");
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
          auto estimate = statistic(cleaned, Grant<Unit>::open(amount), bits, *version, setup->run);
          if (!estimate) return estimate.error();
          clamp_to(name, rules->limits, *estimate);
          Summary summary = summarise(name, *estimate, *budget, question.unit);
          if (!table->sparse() && question.missing != "zero")
            summary.warnings.emplace_back("missing cells, if there are any, counted as 0");
          return summary;
        },
        budget->amount);
  });
}

} // namespace

Result<Summary> variance(const Question &question, const TableSource &source,
                         const ProgressListener &listener) {
  return answer(question, "variance", source, listener,
                []<class Unit>(const Table &table, Grant<Unit> grant, Bits &bits,
                               const UniversalOptions &options, const RunOptions &run) {
                  return universal_variance(table, std::move(grant), bits, options, run);
                });
}

Result<Summary> iqr(const Question &question, const TableSource &source, const ProgressListener &listener) {
  return answer(question, "iqr", source, listener,
                []<class Unit>(const Table &table, Grant<Unit> grant, Bits &bits,
                               const UniversalOptions &options, const RunOptions &run) {
                  return universal_iqr(table, std::move(grant), bits, options, run);
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
                [&]<class Unit>(const Table &table, Grant<Unit> grant, Bits &bits,
                                const UniversalOptions &options, const RunOptions &run) {
                  return universal_quantiles(table, *quantiles, std::move(grant), bits, options, run);
                });
}

} // namespace poise::internal
