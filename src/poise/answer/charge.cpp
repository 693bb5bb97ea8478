// Charge, work, settle: in this order and no other.
#include "poise/answer/charge.h"

#include "poise/answer/question/whole_number.h"
#include "poise/ledger/ledger.h"
#include "poise/report/json.h"

#include <algorithm>
#include <chrono>

namespace poise::internal {
namespace {

// Whatever went wrong after the first random bit was paid for.
Error after_spending(Error error) {
  return {ErrorKind::failure, std::move(error.wrong),
          std::move(error.remedy) + "; the charge stays in the book, because the work had begun"};
}

Result<Summary> settle(Ledger &book, Charge charge, const Bits &bits, Result<Summary> done) {
  if (!done && bits.drawn()) return after_spending(done.error());
  if (!done) {
    if (const auto error = book.nothing_released(std::move(charge), done.error().wrong))
      return Error{error->kind, done.error().wrong + "; and the book: " + error->wrong,
                   done.error().remedy + "; the charge may still count"};
    return done;
  }
  if (const auto error = book.released(std::move(charge), to_json(*done)))
    return Error{error->kind, error->wrong,
                 error->remedy +
                     "; the result is withheld, because the book could not take it, and the charge stays"};
  return done;
}

Result<Ledger::Options> read_wait(const Question &question) {
  Ledger::Options options;
  if (!question.ledger_wait) return options;
  const auto seconds = whole_number("`ledger_wait`", *question.ledger_wait, 0, 86400);
  if (!seconds) return seconds.error();
  options.wait = std::chrono::seconds(*seconds);
  return options;
}

// What the account says now, for the summary.
std::optional<BookSummary> state_of(Ledger &book, const std::string &dataset) {
  const auto accounts = book.accounts();
  if (!accounts) return std::nullopt;
  const auto found = std::ranges::find(*accounts, dataset, &Account::dataset);
  if (found == accounts->end()) return std::nullopt;
  return BookSummary{dataset, name_of(found->allowance.unit()), found->spent, found->allowance.total()};
}

} // namespace

std::optional<Error> check_ledger_options(const Question &question) {
  if (question.ledger && !question.dataset)
    return bad_parameter("`ledger` needs `dataset`", "say whose budget pays, such as `dataset=salaries`");
  if (!question.ledger && (question.dataset || question.ledger_wait))
    return bad_parameter(std::string(question.dataset ? "`dataset`" : "`ledger_wait`") + " needs `ledger`",
                         "name the book that holds its budget, such as `ledger=book.db`");
  if (question.ledger && question.seed)
    return Error{ErrorKind::ledger_refuses, "a simulation is not private, and no book pays for it",
                 "leave out `seed`, or `ledger` and `dataset`"};
  return std::nullopt;
}

Result<Table> table_from(const TableSource &source, const ReadOptions &reading) {
  auto table = source(reading);
  if (!table) return table;
  if (reading.unit && !table->people())
    return bad_parameter("the table does not tell people apart, and `unit` says that it should",
                         "give the unit to whatever makes the table, or leave it out");
  if (!reading.unit && table->people())
    return bad_parameter("the table tells people apart, and no `unit` says by what",
                         "name the unit in the question, too");
  if (!reading.columns.empty() && reading.columns != table->columns())
    return bad_parameter("the table has other columns than `columns` names", "name its columns, or none");
  return table;
}

Result<Summary> charge_and_run(const Question &question, const std::string &statistic, const Budget &budget,
                               const Bits &bits, const std::function<Result<Summary>()> &work) {
  if (!question.ledger) return work();
  const auto options = read_wait(question);
  if (!options) return options.error();
  auto book = Ledger::open(*question.ledger, *options);
  if (!book) return book.error();
  auto charge = book->charge(*question.dataset, budget.amount,
                             {.command = question.command.empty() ? statistic : question.command,
                              .statistic = statistic,
                              .method = question.method.value_or("poise"),
                              .columns = question.columns,
                              .unit = question.unit});
  if (!charge) return charge.error();
  auto done = work();
  if (done) done->book = state_of(*book, *question.dataset);
  return settle(*book, std::move(*charge), bits, std::move(done));
}

} // namespace poise::internal
