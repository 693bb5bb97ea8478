// A file, or standard input, read into a table: the ending says the format.
#pragma once

#include "poise/base/result.h"
#include "poise/table/table.h"

#include <string>
#include <vector>

namespace poise {

// `.csv`, `.tsv`, `.npy`, `.dat` (baskets), `.svm` and `.mtx`; `-` reads CSV from standard
// input. Which columns: see the reader of each.
Result<Table> read_table(const std::string &path, const std::vector<std::string> &wanted = {});

} // namespace poise
