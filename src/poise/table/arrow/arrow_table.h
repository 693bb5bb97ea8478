// From a Parquet or Arrow file to a table, kept in memory or passed over batch by batch.
#pragma once

#include "poise/table/arrow/arrow_file.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <functional>
#include <string>

namespace poise::internal {

// Where the bytes come from, for messages, and what they ought to be, such as "a .parquet file".
struct ArrowOrigin {
  std::shared_ptr<const FileBytes> bytes;
  std::string source, format;
};

// Opens a file and makes a table of it. No exception of Arrow's comes out, here or when its
// rows are passed over.
Result<Table> arrow_table(const ArrowOrigin &origin, const ReadOptions &options,
                          const std::function<arrow::Result<std::shared_ptr<const ArrowFile>>()> &open);

} // namespace poise::internal
