// Separated text with a header line, read into a table of numbers.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>
#include <string_view>

namespace poise::internal {

// Without wanted columns: every column that has a name, except where more than half of all rows hold a word
// (column_votes.h). Wanted columns are taken whatever they hold. Words in a column that is taken count as
// missing cells.
//
// With a unit, a row is the person's whose id stands in that column: the text of the cell without
// quotes and spaces around it, byte for byte. A row whose id is missing is a person of its own.
//
// The shape of the file (names, number of rows, which columns hold numbers) is
// treated as public. Which columns hold numbers is inferred from cells, so where
// even that must not depend on a person, name the columns: then nothing rests on the data.
Result<Table> read_csv(std::string_view text, char separator, const std::string &source,
                       const ReadOptions &options);

} // namespace poise::internal
