// Charges the ledger, then runs the question: nothing is computed that was not paid for.
#pragma once

#include "poise/answer/answer.h"
#include "poise/answer/question/question.h"
#include "poise/answer/question/read_budget.h"
#include "poise/random/bits.h"
#include "poise/report/summary.h"

#include <functional>

namespace poise::internal {

// Which of --ledger, --dataset and --seed go together.
[[nodiscard]] std::optional<Error> check_ledger_options(const Question &question);

// PROMISE  When `work` begins, the budget is charged durably in the question's book, if it names one. A
//          summary comes back only after the book knows of it. The charge is struck out only when `work`
//          failed without having drawn a random bit; a crash, an exception or a later failure leaves it.
// CHECKED  tests/answer/charge_test.cpp
Result<Summary> charge_and_run(const Question &question, const std::string &statistic, const Budget &budget,
                               const Bits &bits, const std::function<Result<Summary>()> &work);

// The table of a source, which must have done as it was told: people told apart where there is a unit, and
// the columns that were named. Otherwise a receipt would promise what was not done, and that is an Error.
Result<Table> table_from(const TableSource &source, const ReadOptions &reading);

} // namespace poise::internal
