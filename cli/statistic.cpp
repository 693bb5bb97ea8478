// `poise mean`, `variance`, `iqr` and `quantile`: ask, and print what comes back.
#include "cli/column_names.h"
#include "cli/commands.h"
#include "cli/option_names.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "poise/answer/answer.h"
#include "poise/report/html/html.h"
#include "poise/report/json.h"
#include "poise/report/spell_parameters.h"
#include "poise/report/text.h"

#include <chrono>
#include <filesystem>
#include <fmt/chrono.h>

namespace poise::internal::cli {
namespace {

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::chrono::system_clock::now())); }

std::optional<Error> write_page(const Summary &summary, const StatisticArguments &arguments,
                                const std::string &command) {
  auto page = Output::open(*arguments.html);
  if (!page) return page.error();
  HtmlContext context;
  context.title =
      arguments.file == "-" ? "standard input" : std::filesystem::path(arguments.file).filename().string();
  context.command = command;
  context.date = today();
  page->put(to_html(summary, context));
  return page->close();
}

// The answer first: it is paid for, and a report that fails must not take it along.
std::optional<Error> show(const Summary &summary, const StatisticArguments &arguments,
                          const std::string &command) {
  if (arguments.json && !arguments.quiet) // the text carries its warnings itself
    for (const std::string &warning : summary.warnings) tell("poise: warning: " + warning);
  if (auto error =
          print(arguments.json ? to_json(summary) : to_text(summary, {.colour = output_takes_colour()})))
    return summary.book ? Error{ErrorKind::failure, error->wrong,
                                "it was paid for, and is in the book: poise ledger show"}
                        : *error;
  if (!arguments.html) return std::nullopt;
  if (const auto error = write_page(summary, arguments, command))
    return Error{ErrorKind::failure, error->wrong,
                 "the answer above is complete; only the report is missing"};
  if (!arguments.json && !arguments.quiet) tell("poise: the report is in " + *arguments.html);
  return std::nullopt;
}

// A report must not replace what it is about.
std::optional<Error> check_report_path(const StatisticArguments &arguments, const Question &question) {
  std::vector<std::string> precious = {arguments.file};
  if (question.ledger) precious.insert(precious.end(), {*question.ledger, *question.ledger + "-journal"});
  for (const std::string &path : precious) {
    std::error_code none;
    if (path != "-" && std::filesystem::equivalent(path, *arguments.html, none))
      return bad_parameter("--html would overwrite " + path, "name another file");
  }
  return Output::cannot_open(*arguments.html);
}

template <class Asked, class Ask> std::optional<Error> answer(const Asked &arguments, const Ask &ask) {
  auto question = arguments.question;
  auto names = read_names(arguments.columns);
  if (!names) return names.error();
  question.columns = std::move(*names);
  // Nothing is spent on a report that cannot be written.
  if (arguments.html)
    if (auto error = check_report_path(arguments, question)) return error;
  Progress progress(!arguments.quiet, "of this pass over the rows");
  const Result<Summary> summary = ask(question, from_file(arguments.file), progress.listener());
  progress.clear();
  if (!summary) return summary.error();
  return show(spell_parameters(*summary, as_option), arguments, question.command);
}

} // namespace

std::optional<Error> run(const MeanArguments &arguments) { return answer(arguments, mean); }
std::optional<Error> run(const VarianceArguments &arguments) { return answer(arguments, variance); }
std::optional<Error> run(const IqrArguments &arguments) { return answer(arguments, iqr); }
std::optional<Error> run(const QuantileArguments &arguments) { return answer(arguments, quantile); }

} // namespace poise::internal::cli
