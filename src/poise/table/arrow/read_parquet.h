// Parquet files: columns of numbers, decoded row group by row group.
#pragma once

#include "poise/base/result.h"
#include "poise/table/file_bytes.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <memory>
#include <string>

namespace poise::internal {

// Columns of numbers are those of whole numbers, floats, booleans and decimals, as the file
// itself says; nulls are missing cells. Any other column may only be the unit. Rows are kept
// when they fit the memory once decoded; the number of rows is the file's word, and a file
// that breaks it is refused at the latest when its rows are passed over.
Result<Table> read_parquet(std::shared_ptr<const FileBytes> file, const std::string &source,
                           const ReadOptions &options);

} // namespace poise::internal
