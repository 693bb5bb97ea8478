// A file, or standard input, read into a table: the ending says the format.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>

namespace poise::internal {

// `.csv`, `.tsv`, `.npy`, `.parquet`, `.arrow` or `.feather`, `.dat` (baskets), `.svm` and `.mtx`; `-` reads
// CSV from standard input. Which columns: see the reader of each. `.csv`, `.tsv` and `.npy` files of more
// bytes than options.memory are not kept, and read again in every pass.
Result<Table> read_table(const std::string &path, const ReadOptions &options = {});

} // namespace poise::internal
