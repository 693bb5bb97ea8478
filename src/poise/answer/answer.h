// The front door: a question about a table into one private answer, the same for everyone who asks.
#pragma once

#include "poise/answer/question/question.h"
#include "poise/base/result.h"
#include "poise/report/summary.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <cstdint>
#include <functional>

namespace poise::internal {

// Where the rows are: asked once, after everything public was checked and the budget was charged. It must
// tell people apart by the unit it is given, and show the columns it is asked for: the receipt says so.
using TableSource = std::function<Result<Table>(const ReadOptions &)>;

// A file; the ending says the format, `-` is CSV from standard input.
TableSource from_file(std::string path);

// A table that is there already. It has one row a person, so it cannot take a unit; columns are picked by
// name.
TableSource from_table(Table table);

// How many rows of a pass are done, now and then; false ends the work.
using ProgressListener = std::function<bool(std::uint64_t rows_done, std::uint64_t rows)>;

// PROMISE  What comes back costs the budget in the question, as its receipt says; an Error of the kinds
//          bad_parameter and bad_input costs nothing. With a ledger the charge is durable before the source
//          is asked for a row, and stays unless not one random bit was drawn; a book that cannot take the
//          result withholds it, keeps the charge, and says so.
// WHY      Everything but the rows is public, and checked first. Estimators are private for the grant they
//          get; this is the only place that opens grants, one a question, of exactly the amount charged. An
//          error before the first random bit is a function of public facts and the shape of the
//          table (THREAT_MODEL.md), so that charge can be struck out.
// CHECKED  tests/answer
Result<Summary> mean(const Question &question, const TableSource &source,
                     const ProgressListener &listener = nullptr);
Result<Summary> variance(const Question &question, const TableSource &source,
                         const ProgressListener &listener = nullptr);
Result<Summary> iqr(const Question &question, const TableSource &source,
                    const ProgressListener &listener = nullptr);
Result<Summary> quantile(const Question &question, const TableSource &source,
                         const ProgressListener &listener = nullptr);

} // namespace poise::internal
