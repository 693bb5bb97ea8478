// LIBSVM text: a label and a few `column:value` pairs per line.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>
#include <string_view>

namespace poise::internal {

// A line is `label number:value number:value … # comment`; the label and `qid:` are left out. Columns are
// named after their numbers, which are below Table::most_columns; without wanted ones, from 1 (or 0, where it
// occurs) to the largest one that occurs. Any number may be wanted. A line without words is no row. Nobody's
// line ends the reading: a value that is no number is a missing cell, the first of two values counts, and
// what is no pair counts for nothing. Only where most lines are like that, and no columns are wanted, is it
// another kind of file.
Result<Table> read_svm(std::string_view text, const std::string &source, const ReadOptions &options);

} // namespace poise::internal
