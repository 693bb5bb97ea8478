// The ids in a column of an Arrow batch that says whose each row is.
#pragma once

#include "poise/table/row_id.h"

#include <arrow/array.h>
#include <functional>

namespace poise::internal {

// Numbers, dates, words and bytes, as they are or through a dictionary.
bool can_be_ids(const arrow::DataType &type);

// Hands the ids of all rows to `take`, one by one, until it fails. Two ids are the same bytes
// exactly when they are the same value: words count byte for byte, and both zeros of a float are
// one. Nulls, floats that are no number and words for what is missing are no ids. A view lasts for its call.
arrow::Status each_id(const arrow::Array &ids, const std::function<arrow::Status(RowId)> &take);

} // namespace poise::internal
