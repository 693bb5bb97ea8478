// One column of a table as a table of its own.
#pragma once

#include "poise/table/table.h"

namespace poise::internal {

// The same rows and people, with this column alone. Cells stay where they are; sparse rows become dense,
// chunk by chunk. `column` must be below the number of columns.
Table column_of(const Table &table, std::size_t column);

} // namespace poise::internal
