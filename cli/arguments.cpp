// From words to arguments, by CLI11; its errors in our own two lines.
#include "cli/arguments.h"

#include "cli/completion.h"
#include "cli/options.h"
#include "poise/base/closest.h"

#include <algorithm>
#include <vector>

namespace poise::internal::cli {
namespace {

// Promised by the public contract and still to come: known, so that nobody is told it is a slip.
const std::vector<std::string> commands_to_come = {"audit"};

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// How a command is called: `poise ledger show`.
std::string full_name(const CLI::App &command) {
  return command.get_parent() == nullptr ? command.get_name()
                                         : full_name(*command.get_parent()) + " " + command.get_name();
}

std::vector<std::string> names_below(const CLI::App &command) {
  std::vector<std::string> names;
  for (const CLI::App *below : command.get_subcommands([](const CLI::App *) { return true; }))
    names.push_back(below->get_name());
  return names;
}

// CLI11 would call a misspelt command an unexpected argument; we can do better.
std::optional<Error> check_command(const CLI::App &command, int argc, const char *const *argv, int at) {
  const std::vector<std::string> known = names_below(command);
  if (known.empty()) return std::nullopt;
  const std::string help = full_name(command) + " --help";
  if (argc <= at)
    return bad_parameter(at == 1 ? "no command given" : "poise " + command.get_name() + " does what?",
                         "try: " + help);
  const std::string name = argv[at];
  if (name.starts_with("-")) return std::nullopt;
  if (contains(known, name)) return check_command(*command.get_subcommand(name), argc, argv, at + 1);
  if (at == 1 && contains(commands_to_come, name))
    return bad_parameter("the command " + name + " is not available in this version",
                         "see what is: poise --help");
  const auto meant = closest(name, known);
  return bad_parameter("there is no command '" + (at == 1 ? "" : command.get_name() + " ") + name + "'",
                       meant ? "did you mean: " + full_name(command) + " " + *meant
                             : "see what there is: " + help);
}

Error unexpected(const std::string &argument, const CLI::App &command) {
  const std::string option = argument.substr(0, argument.find('='));
  const std::string help = "see what there is: " + full_name(command) + " --help";
  if (!option.starts_with("-")) return bad_parameter("'" + argument + "' was not expected", help);
  std::vector<std::string> known;
  for (const CLI::Option *known_option : command.get_options()) known.push_back(known_option->get_name());
  const auto meant = closest(option, known);
  return bad_parameter("there is no option " + option, meant ? "did you mean " + *meant + "?" : help);
}

Error misused(const CLI::ParseError &error, const CLI::App &command) {
  const std::string said = error.what();
  const bool miscounted = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch);
  return bad_parameter(miscounted ? said.substr(0, said.find(':')) + " takes one value, once" : said,
                       "see how it is used: " + full_name(command) + " --help");
}

// The command that was given, as far down as it goes.
const CLI::App *innermost(const CLI::App &app) {
  const std::vector<CLI::App *> chosen = app.get_subcommands();
  return chosen.empty() ? &app : innermost(*chosen.front());
}

// As it was typed, for the history of a book.
std::string command_line(int argc, const char *const *argv) {
  std::string line = "poise";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool plain = !word.empty() && word.find_first_of(" \t\n\"'\\$*?;&|<>()") == std::string::npos;
    line += " " + (plain ? word : "'" + word + "'");
  }
  return line;
}

Result<Arguments> parsed(Options &options, const std::string &line) {
  const CLI::App &app = options.app;
  const auto given = [&](const char *name) { return app.get_subcommand(name)->parsed(); };
  const auto asked = [&](auto arguments) -> Arguments {
    arguments.question.command = line;
    return arguments;
  };
  if (given("mean")) return asked(options.mean);
  if (given("variance")) return asked(options.variance);
  if (given("iqr")) return asked(options.iqr);
  if (given("quantile")) return asked(options.quantile);
  if (given("forecast")) return Arguments(options.forecast);
  if (given("generate")) return Arguments(options.generate);
  if (given("reproduce")) return Arguments(options.reproduce);
  if (given("methods")) return Arguments(options.methods);
  if (given("analyze")) return Arguments(options.analyze);
  if (given("client")) return Arguments(options.client);
  if (given("shuffle")) return Arguments(options.shuffle);
  if (given("ledger")) {
    if (app.get_subcommand("ledger")->get_subcommand("create")->parsed())
      return Arguments(options.ledger_create);
    return Arguments(options.ledger_show);
  }
  auto script = completion_script(options.shell, app);
  if (!script) return script.error();
  return Arguments(Notice{std::move(*script)});
}

} // namespace

Result<Arguments> read_arguments(int argc, const char *const *argv) {
  Options options;
  CLI::App &app = options.app;
  if (const auto error = check_command(app, argc, argv, 1)) return *error;
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &) {
    return Arguments(Notice{app.help()});
  } catch (const CLI::CallForVersion &version) {
    return Arguments(Notice{std::string(version.what()) + "\n"});
  } catch (const CLI::ParseError &error) {
    const CLI::App *const command = innermost(app);
    if (command == &app) return bad_parameter(error.what(), "try: poise --help");
    const std::vector<std::string> extras = command->remaining();
    if (!extras.empty()) return unexpected(extras.front(), *command);
    return misused(error, *command);
  }
  return parsed(options, command_line(argc, argv));
}

} // namespace poise::internal::cli
