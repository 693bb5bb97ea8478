// Separated text too large to keep: every pass reads the file again.
#pragma once

#include "poise/table/open_file.h"
#include "poise/table/read_options.h"
#include "poise/table/stream_sizes.h"
#include "poise/table/table.h"

namespace poise::internal {

// The same table as read_csv makes, or the same refusal (and a record that outgrows StreamSizes::record is
// refused, so that an open quote does not pull the whole file into memory): opening reads the whole file
// once, counts rows and people, finds which columns hold numbers, and keeps none of the cells. The file must
// be one that can be read again; a pass fails when it has changed since.
Result<Table> stream_csv(std::shared_ptr<const OpenFile> file, char separator, const ReadOptions &options,
                         const StreamSizes &sizes = {});

} // namespace poise::internal
