// `poise ledger`: opening accounts, and reading them.
#include "poise/ledger/ledger.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "poise/answer/question/allowance_text.h"
#include "poise/base/closest.h"
#include "poise/report/ledger_report.h"

#include <fmt/format.h>

namespace poise::internal::cli {
std::optional<Error> run(const LedgerCreateArguments &arguments) {
  const auto allowance = read_allowance(arguments.rho, arguments.epsilon, arguments.delta);
  if (!allowance) return allowance.error();
  if (auto error =
          Ledger::create(arguments.book, arguments.dataset, *allowance, Ledger::Options(), arguments.unit))
    return error;
  return print(
      fmt::format("{} may spend {}; the book is {}\n", arguments.dataset, allowance->text(), arguments.book));
}

std::optional<Error> run(const LedgerShowArguments &arguments) {
  auto book = Ledger::open(arguments.book);
  if (!book) return book.error();
  auto accounts = book->accounts();
  if (!accounts) return accounts.error();
  if (arguments.dataset) {
    std::vector<std::string> known;
    for (const Account &account : *accounts) known.push_back(account.dataset);
    std::erase_if(*accounts, [&](const Account &account) { return account.dataset != *arguments.dataset; });
    if (accounts->empty()) {
      const auto meant = closest(*arguments.dataset, known);
      return Error{ErrorKind::ledger_refuses, "the book has no dataset '" + *arguments.dataset + "'",
                   meant ? "did you mean " + *meant + "?"
                         : "see which it has: poise ledger show " + arguments.book};
    }
  }
  return print(arguments.json ? to_json(*accounts) : to_text(*accounts));
}

} // namespace poise::internal::cli
