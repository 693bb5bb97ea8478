// Separated text with a header line, read into a table of numbers.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>
#include <string_view>

namespace poise {

// Without wanted columns: every numeric one, that is, every column more than half
// of whose cells, not counting missing ones, are numbers. A wanted column that is
// not numeric is an error. Words in a numeric column count as missing cells.
//
// With a unit, a row is the person's whose id stands in that column: the text of the cell without
// quotes and spaces around it, byte for byte. An empty cell is an id like any other, so that
// nothing depends on whether somebody has one.
//
// The shape of the file (names, number of rows, which columns hold numbers) is
// treated as public. Which columns hold numbers is inferred from cells, so where
// even that must not depend on a person, name the columns: then their choice does
// not rest on the data, and only a column of words stops the release.
Result<Table> read_csv(std::string_view text, char separator, const std::string &source,
                       const ReadOptions &options);

} // namespace poise
