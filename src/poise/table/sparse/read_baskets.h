// Baskets: one line of item ids per person.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>
#include <string_view>

namespace poise::internal {

// Ids are whole numbers up to Table::most_columns, separated by spaces or tabs; the columns are named after
// them. A cell is one for an item in the basket and zero for any other, however often the item is listed. An
// empty line is a person with an empty basket. A word that is no id is no item: nobody's line ends the
// reading; only where most lines have such words, and no columns are wanted, is it another kind of file.
// Without wanted columns: all ids from 1 (or 0, where it occurs) to the largest one that occurs. Any id may
// be wanted, whether it occurs or not, so that this choice does not rest on the data.
Result<Table> read_baskets(std::string_view text, const std::string &source, const ReadOptions &options);

} // namespace poise::internal
