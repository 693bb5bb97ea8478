// Arrow files, also known as Feather: batches of columns, used where they lie.
#pragma once

#include "poise/base/result.h"
#include "poise/table/file_bytes.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <memory>
#include <string>

namespace poise::internal {

// Both layouts of Arrow's own format: the one with an index at the end, and the stream of
// messages. Which columns hold numbers: see read_parquet.h. Cells are copied only where they
// are compressed, not aligned, or of a type that poise does not compute with.
Result<Table> read_arrow(std::shared_ptr<const FileBytes> file, const std::string &source,
                         const ReadOptions &options);

} // namespace poise::internal
