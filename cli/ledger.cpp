// `poise ledger`: opening accounts, and reading them.
#include "poise/ledger/ledger.h"

#include "cli/commands.h"
#include "cli/output.h"
#include "poise/answer/budget.h"
#include "poise/answer/ledger_report.h"
#include "poise/base/closest.h"

#include <fmt/format.h>

namespace poise::cli {
namespace {

Result<Allowance> read_allowance(const LedgerCreateArguments &arguments) {
  const auto budget = read_budget(arguments.rho, arguments.epsilon, arguments.delta);
  if (!budget) return budget.error();
  if (budget->epsilon && budget->delta) return Allowance::approximate({*budget->epsilon, *budget->delta});
  if (const auto *const epsilon = std::get_if<Epsilon>(&budget->amount)) return Allowance::pure(*epsilon);
  return Allowance::zcdp(std::get<Rho>(budget->amount));
}

} // namespace

std::optional<Error> run(const LedgerCreateArguments &arguments) {
  const auto allowance = read_allowance(arguments);
  if (!allowance) return allowance.error();
  if (auto error = Ledger::create(arguments.book, arguments.dataset, *allowance)) return error;
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

} // namespace poise::cli
