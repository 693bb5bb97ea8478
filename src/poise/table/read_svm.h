// LIBSVM text: a label and a few `column:value` pairs per line.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>
#include <string_view>

namespace poise {

// A line is `label number:value number:value … # comment`; the label and `qid:` are
// checked and left out. Columns are named after their numbers, which are at most
// Table::most_columns; without wanted ones, from 1 (or 0, where it occurs) to the
// largest one that occurs. Any number may be wanted. A line without words is no row.
Result<Table> read_svm(std::string_view text, const std::string &source, const ReadOptions &options);

} // namespace poise
