// `poise mean`: public parameters first, then the file, then one release.
#include "cli/budget.h"
#include "cli/commands.h"
#include "cli/mean_choices.h"
#include "cli/output.h"
#include "cli/statistic_choices.h"
#include "cli/summaries.h"
#include "poise/estimate/bounds_free_mean.h"
#include "poise/report/json.h"
#include "poise/report/text.h"
#include "poise/table/read_table.h"

namespace poise::cli {
namespace {

Error bad(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
}

// Options about cells that a table of zeros and ones does not have.
std::optional<Error> not_for_bits(const MeanArguments &arguments, const MeanMethod &method,
                                  const Table &table) {
  if (!table.binary() || !method.scales) return std::nullopt;
  if (!arguments.bound && !arguments.precision && !arguments.mean_within && !arguments.pairs)
    return std::nullopt;
  return bad("all cells of this kind of file are 0 or 1, and plan knows",
             "leave out --bound, --precision, --mean-within and --pairs");
}

// Which method, once the number of columns is known.
MeanMethod by_default(const MeanArguments &arguments, const Budget &budget, std::size_t columns) {
  if (!budget.pure()) return default_mean_method(arguments.bound.has_value());
  return default_pure_mean_method(columns == 1 && !arguments.bound && !arguments.mean_within);
}

// The method asked for; nothing where none was.
Result<std::optional<MeanMethod>> asked_for(const MeanArguments &arguments, const Budget &budget) {
  if (!arguments.method) return std::optional<MeanMethod>();
  const auto method = find_mean_method(*arguments.method);
  if (!method) return method.error();
  if (budget.pure() && method->run_pure == nullptr)
    return bad("--epsilon alone asks for pure differential privacy, which method " +
                   std::string(method->name) + " cannot give: it needs --delta",
               "add --delta, such as 1e-9, or use --rho, or leave out --method");
  if (!budget.pure() && method->run == nullptr)
    return bad("method " + std::string(method->name) + " gives pure differential privacy alone",
               "give --epsilon without --delta, or another --method");
  return std::optional(*method);
}

Result<Estimate> estimate_mean(const Table &table, const MeanMethod &method, const MeanChoices &choices,
                               const Budget &budget, Bits &bits, const Work &work) {
  const bool bounded = choices.bounded();
  if (const auto *const epsilon = std::get_if<Epsilon>(&budget.amount)) {
    std::optional<Grid> grid;
    if (bounded) {
      const auto given = choices.grid(table.people().value_or(table.rows()), table.columns().size());
      if (!given) return given.error();
      grid = *given;
    }
    return method.run_pure(table, grid, Grant<Epsilon>::open(*epsilon), bits, work);
  }
  Grant<Rho> grant = Grant<Rho>::open(std::get<Rho>(budget.amount));
  if (!bounded && method.finds_grid)
    return bounds_free_mean(table, method, std::move(grant), bits, choices.options(), work);
  const auto grid = choices.grid(table.people().value_or(table.rows()), table.columns().size());
  if (!grid) return grid.error();
  return method.run(table, *grid, std::move(grant), bits, choices.options(), work);
}

} // namespace

std::optional<Error> run(const MeanArguments &arguments) {
  const auto budget = read_budget(arguments);
  if (!budget) return budget.error();
  const auto asked = asked_for(arguments, *budget);
  if (!asked) return asked.error();
  // Those that could be meant by default take the same options, but for a bound.
  const MeanMethod expected = asked->value_or(by_default(arguments, *budget, 2));
  const auto choices = MeanChoices::read(arguments, expected);
  if (!choices) return choices.error();
  const auto options = choose_reading(arguments);
  if (!options) return options.error();
  const auto bits = choose_bits(arguments.seed);
  if (!bits) return bits.error();
  Progress progress(!arguments.quiet, "of this pass over the rows");
  const auto work = choose_work(arguments, progress);
  if (!work) return work.error();

  const auto table = read_table(arguments.file, *options);
  if (!table) return table.error();
  const MeanMethod method = asked->value_or(by_default(arguments, *budget, table->columns().size()));
  if (const auto error = not_for_bits(arguments, method, *table)) return error;
  auto estimate = estimate_mean(*table, method, *choices, *budget, **bits, *work);
  progress.clear();
  if (!estimate) return estimate.error();
  if (!choices->bounded() && method.wants_bound)
    estimate->warnings.push_back(
        "no --bound given: cells up to about 1e9 are let in, and the noise is scaled to "
        "that; a bound from public knowledge makes it smaller");

  const Summary summary = summarise("mean", *estimate, *budget, arguments.unit);
  if (arguments.json && !arguments.quiet) // the text carries its warnings itself
    for (const std::string &warning : summary.warnings) tell("poise: warning: " + warning);
  return print(arguments.json ? to_json(summary) : to_text(summary));
}

} // namespace poise::cli
