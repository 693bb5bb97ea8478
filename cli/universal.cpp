// `poise variance`, `poise iqr`, `poise quantile`: each column by itself, with no bound.
#include "cli/budget.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/statistic_choices.h"
#include "cli/summaries.h"
#include "poise/base/closest.h"
#include "poise/estimate/universal_quantile.h"
#include "poise/estimate/universal_variance.h"
#include "poise/privacy/exact_text.h"
#include "poise/report/json.h"
#include "poise/report/text.h"
#include "poise/table/cell.h"
#include "poise/table/read_table.h"

namespace poise::cli {
namespace {

Error bad(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
}

Result<UniversalOptions> choose_version(const std::optional<std::string> &method) {
  if (!method || *method == name_of(UniversalVersion::tuned))
    return UniversalOptions{.version = UniversalVersion::tuned};
  if (*method == name_of(UniversalVersion::published))
    return UniversalOptions{.version = UniversalVersion::published};
  const std::vector<std::string> known = {std::string(name_of(UniversalVersion::published)),
                                          std::string(name_of(UniversalVersion::tuned))};
  const auto meant = closest(*method, known);
  return bad("there is no method '" + *method + "' for this statistic",
             (meant ? "did you mean " + *meant + "? " : "") +
                 std::string("there are universal, as published, and universal-tuned, the default"));
}

Result<std::vector<Rational>> read_quantiles(const std::string &list) {
  std::vector<Rational> quantiles;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string_view text = trimmed(std::string_view(list).substr(begin, end - begin));
    const auto quantile = read_exact(text);
    if (!quantile || *quantile < 0 || *quantile > 1)
      return bad("-q must be numbers between 0 and 1, got " + quote(text),
                 "separate them by commas, such as -q 0.25,0.5,0.75");
    quantiles.push_back(*quantile);
    begin = end + 1;
  }
  if (const auto error = wrong_quantiles(quantiles)) return *error;
  return quantiles;
}

std::optional<Error> tell_and_print(const Summary &summary, const StatisticArguments &arguments) {
  if (arguments.json && !arguments.quiet) // the text carries its warnings itself
    for (const std::string &warning : summary.warnings) tell("poise: warning: " + warning);
  return print(arguments.json ? to_json(summary) : to_text(summary));
}

// Reads what all three ask for, runs `statistic` with a grant of either unit, and prints what comes of it.
template <class Run>
std::optional<Error> run_statistic(const StatisticArguments &arguments, const Run &statistic) {
  const auto version = choose_version(arguments.method);
  if (!version) return version.error();
  const auto budget = read_budget(arguments);
  if (!budget) return budget.error();
  const auto reading = choose_reading(arguments);
  if (!reading) return reading.error();
  const auto bits = choose_bits(arguments.seed);
  if (!bits) return bits.error();
  Progress progress(!arguments.quiet, "of this pass over the rows");
  const auto work = choose_work(arguments, progress);
  if (!work) return work.error();
  const auto table = read_table(arguments.file, *reading);
  if (!table) return table.error();
  auto summary = std::visit(
      [&]<class Unit>(const Unit &amount) {
        return statistic(*table, Grant<Unit>::open(amount), **bits, *version, *work, *budget);
      },
      budget->amount);
  progress.clear();
  if (!summary) return summary.error();
  return tell_and_print(*summary, arguments);
}

} // namespace

std::optional<Error> run(const VarianceArguments &arguments) {
  return run_statistic(
      arguments,
      [&]<class Unit>(const Table &table, Grant<Unit> grant, Bits &bits, const UniversalOptions &options,
                      const Work &work, const Budget &budget) -> Result<Summary> {
        const auto estimate = universal_variance(table, std::move(grant), bits, options, work);
        if (!estimate) return estimate.error();
        return summarise("variance", *estimate, budget, arguments.unit);
      });
}

std::optional<Error> run(const IqrArguments &arguments) {
  return run_statistic(arguments,
                       [&]<class Unit>(const Table &table, Grant<Unit> grant, Bits &bits,
                                       const UniversalOptions &options, const Work &work,
                                       const Budget &budget) -> Result<Summary> {
                         const auto estimate = universal_iqr(table, std::move(grant), bits, options, work);
                         if (!estimate) return estimate.error();
                         return summarise("iqr", *estimate, budget, arguments.unit);
                       });
}

std::optional<Error> run(const QuantileArguments &arguments) {
  const auto quantiles = read_quantiles(arguments.quantiles);
  if (!quantiles) return quantiles.error();
  return run_statistic(
      arguments,
      [&]<class Unit>(const Table &table, Grant<Unit> grant, Bits &bits, const UniversalOptions &options,
                      const Work &work, const Budget &budget) -> Result<Summary> {
        const auto estimate = universal_quantiles(table, *quantiles, std::move(grant), bits, options, work);
        if (!estimate) return estimate.error();
        return summarise(*estimate, budget, arguments.unit);
      });
}

} // namespace poise::cli
