// Arrays saved by NumPy, used where they lie in the file.
#pragma once

#include "poise/base/result.h"
#include "poise/table/file_bytes.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <memory>
#include <string>

namespace poise::internal {

// Columns are named c0, c1, …; the table keeps the file, and copies no cell. With a unit, a row is the
// person's whose number stands in that column; NaN is one of them, and -0 is 0.
Result<Table> read_npy(std::shared_ptr<const FileBytes> file, const std::string &source,
                       const ReadOptions &options);

} // namespace poise::internal
