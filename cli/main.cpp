// The command `poise`: read the arguments, run, and say what went wrong in two lines.
#include "cli/commands.h"
#include "cli/option_names.h"
#include "cli/output.h"
#include "poise/base/one_line.h"

#include <algorithm>
#include <exception>
#include <new>

namespace poise::internal::cli {
namespace {

int exit_status(ErrorKind kind) {
  switch (kind) {
  case ErrorKind::bad_parameter:
  case ErrorKind::bad_input:
    return 2;
  case ErrorKind::ledger_refuses:
    return 3;
  case ErrorKind::failure:
    break;
  }
  return 4;
}

int complain(const Error &found) {
  const Error error = spell_parameters(found, as_option);
  tell("poise: " + one_line(error.wrong));
  tell("       " + one_line(error.remedy));
  return exit_status(error.kind);
}

int run_command(int argc, const char *const *argv) {
  const auto arguments = read_arguments(argc, argv);
  if (!arguments) return complain(arguments.error());
  const auto error = std::visit([](const auto &command) { return run(command); }, *arguments);
  return error ? complain(*error) : 0;
}

} // namespace

std::optional<Error> run(const Notice &notice) { return print(notice.text); }

} // namespace poise::internal::cli

int main(int argc, char **argv) {
  using poise::internal::ErrorKind;
  try {
    return poise::internal::cli::run_command(argc, argv);
  } catch (const std::bad_alloc &) {
    return poise::internal::cli::complain(
        {ErrorKind::failure, "out of memory", "use a smaller table or a larger machine"});
  } catch (const std::exception &bug) {
    return poise::internal::cli::complain({ErrorKind::failure,
                                           std::string("something broke inside poise: ") + bug.what(),
                                           "this is a bug: please report it with the command you ran"});
  }
}
