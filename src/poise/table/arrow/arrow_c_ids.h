// The ids in a column of Arrow's C interface that says whose each row is.
#pragma once

#include "poise/table/arrow/arrow_c_cells.h"
#include "poise/table/row_id.h"

#include <functional>
#include <optional>

namespace poise::internal {

// Hands the ids of all rows to `take`, one by one. Two ids are the same bytes exactly when they are the
// same value: words count byte for byte, and both zeros of a float are one. Nulls, floats that are no number
// and words for what is missing are no ids. A view lasts for its call. Where the column has a dictionary,
// `entries` is the format of what stands there.
[[nodiscard]] std::optional<Error> each_arrow_id(const ArrowCells &ids,
                                                 const std::optional<ArrowFormat> &entries,
                                                 const std::string &source,
                                                 const std::function<void(RowId)> &take);

} // namespace poise::internal
