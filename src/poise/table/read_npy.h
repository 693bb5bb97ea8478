// Arrays saved by NumPy, used where they lie in the file.
#pragma once

#include "poise/base/result.h"
#include "poise/table/file_bytes.h"
#include "poise/table/table.h"

#include <memory>
#include <string>
#include <vector>

namespace poise {

// Columns are named c0, c1, …; the table keeps the file, and copies no cell.
Result<Table> read_npy(std::shared_ptr<const FileBytes> file, const std::string &source,
                       const std::vector<std::string> &wanted);

} // namespace poise
