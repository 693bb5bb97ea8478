// Arrays saved by NumPy that are too large to keep: every pass reads the file again.
#pragma once

#include "poise/table/open_file.h"
#include "poise/table/read_options.h"
#include "poise/table/stream_sizes.h"
#include "poise/table/table.h"

namespace poise::internal {

// The same table as read_npy makes, or the same refusal. Opening reads the header, and the column
// of the unit when there is one. The file must be one that can be read again; a pass fails when it
// has changed since.
Result<Table> stream_npy(std::shared_ptr<const OpenFile> file, const ReadOptions &options,
                         const StreamSizes &sizes = {});

} // namespace poise::internal
