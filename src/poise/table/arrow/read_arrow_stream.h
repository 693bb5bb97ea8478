// Columns that another library hands over in memory, through Arrow's C interfaces.
#pragma once

#include "poise/table/arrow/arrow_c_data.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>

namespace poise::internal {

// Takes the stream, whether that goes well or not: it is read to its end and released at once, its
// batches when the last copy of the table goes, in whichever thread that is. A stream of structs is a
// table of their fields; any other is one column, named as its schema is, or c0.
// Whole numbers and floats are used where they lie; booleans, half floats and decimals are copied.
// Text is taken when it is named, each cell as cell.h says. All cells of a column of nulls are missing. The
// unit may hold numbers, dates, words or bytes, as they are or through a dictionary. What the producer says
// about a failure is never passed on: it may quote a cell. All batches are kept, whatever options.memory
// says: nobody could ask for them again. The producer is believed: the interface does not say how long a
// buffer is.
Result<Table> read_arrow_stream(ArrowArrayStream *stream, const ReadOptions &options = {},
                                const std::string &source = "the table");

// The same for one batch and its schema; takes both.
Result<Table> read_arrow_array(ArrowSchema *schema, ArrowArray *array, const ReadOptions &options = {},
                               const std::string &source = "the table");

} // namespace poise::internal
