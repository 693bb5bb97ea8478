// `poise mean`: public parameters first, then the file, then one release.
#include "cli/budget.h"
#include "cli/commands.h"
#include "cli/mean_choices.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/whole_number.h"
#include "poise/estimate/mean_methods.h"
#include "poise/random/seeded_bits.h"
#include "poise/random/system_bits.h"
#include "poise/report/json.h"
#include "poise/report/text.h"
#include "poise/table/cell.h"
#include "poise/table/csv_records.h"
#include "poise/table/read_table.h"

#include <limits>

namespace poise::cli {
namespace {

Error bad(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_parameter, std::move(wrong), std::move(remedy)};
}

// Names separated as in a CSV file, so that one with a comma can be quoted.
Result<std::vector<std::string>> read_names(const std::optional<std::string> &list) {
  if (!list) return std::vector<std::string>();
  CsvRecords records(*list, ',');
  std::vector<std::string_view> cells, more;
  if (records.next(cells) != CsvRecords::Next::record || records.next(more) != CsvRecords::Next::end)
    return bad("--columns is not a list of names", "separate them by commas, such as --columns age,income");
  std::vector<std::string> names;
  for (const std::string_view cell : cells) names.emplace_back(trimmed(cell));
  return names;
}

Result<MeanMethod> choose_method(const MeanArguments &arguments) {
  return arguments.method ? find_mean_method(*arguments.method)
                          : default_mean_method(arguments.bound.has_value());
}

Result<ReadOptions> choose_reading(const MeanArguments &arguments) {
  ReadOptions options{.unit = arguments.unit};
  auto names = read_names(arguments.columns);
  if (!names) return names.error();
  options.columns = std::move(*names);
  if (arguments.memory) {
    const auto bytes = byte_count("--memory", *arguments.memory);
    if (!bytes) return bytes.error();
    options.memory = *bytes;
  }
  return options;
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

Result<Work> choose_work(const MeanArguments &arguments, Progress &progress) {
  Work work{.progress = progress.listener()};
  if (arguments.threads) {
    const auto threads = whole_number("--threads", *arguments.threads, 1, 1024);
    if (!threads) return threads.error();
    work.threads = static_cast<unsigned>(*threads);
  }
  if (arguments.memory) {
    const auto bytes = byte_count("--memory", *arguments.memory);
    if (!bytes) return bytes.error();
    work.memory = *bytes;
  }
  return work;
}

Result<std::unique_ptr<Bits>> choose_bits(const std::optional<std::string> &seed) {
  if (!seed) return std::unique_ptr<Bits>(std::make_unique<SystemBits>());
  const auto number = whole_number("--seed", *seed, 0, std::numeric_limits<std::uint64_t>::max());
  if (!number) return number.error();
  return std::unique_ptr<Bits>(std::make_unique<SeededBits>(*number));
}

Summary summarise(const Estimate &estimate, const Budget &budget,
                  const std::optional<std::string> &unit) {
  Summary summary{.statistic = "mean",
                  .method = estimate.method,
                  .rows = estimate.rows,
                  .unit = unit,
                  .columns = estimate.columns,
                  .value = estimate.value,
                  .noise_std = estimate.noise_std,
                  .level = estimate.interval.level,
                  .low = estimate.interval.low,
                  .high = estimate.interval.high,
                  .privacy = poise::summarise(estimate.receipt, estimate.is_private),
                  .warnings = estimate.warnings};
  summary.privacy.epsilon = budget.epsilon;
  summary.privacy.delta = budget.delta;
  return summary;
}

} // namespace

std::optional<Error> run(const MeanArguments &arguments) {
  const auto method = choose_method(arguments);
  if (!method) return method.error();
  const auto budget = read_budget(arguments, method->name);
  if (!budget) return budget.error();
  const auto choices = MeanChoices::read(arguments, *method);
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
  if (const auto error = not_for_bits(arguments, *method, *table)) return error;
  const auto grid = choices->grid(table->people().value_or(table->rows()), table->columns().size());
  if (!grid) return grid.error();
  auto estimate =
      method->run(*table, *grid, Grant<Rho>::open(budget->rho), **bits, choices->options(), *work);
  progress.clear();
  if (!estimate) return estimate.error();
  if (!arguments.bound && !arguments.mean_within && method->wants_bound)
    estimate->warnings.push_back(
        "no --bound given: cells up to about 1e9 are let in, and the noise is scaled to "
        "that; a bound from public knowledge makes it smaller");

  const Summary summary = summarise(*estimate, *budget, arguments.unit);
  if (arguments.json && !arguments.quiet) // the text carries its warnings itself
    for (const std::string &warning : summary.warnings) tell("poise: warning: " + warning);
  return print(arguments.json ? to_json(summary) : to_text(summary));
}

} // namespace poise::cli
