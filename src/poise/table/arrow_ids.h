// The ids in a column of an Arrow batch that says whose each row is.
#pragma once

#include <arrow/array.h>
#include <functional>
#include <string_view>

namespace poise {

// Numbers, dates, words and bytes, as they are or through a dictionary.
bool can_be_ids(const arrow::DataType &type);

// Hands the ids of all rows to `take`, one by one, until it fails. Two ids are the same bytes
// exactly when they are the same value: words count byte for byte, all nulls are one id, and
// so are both zeros of a float and all floats that are no number. A view lasts for its call.
arrow::Status each_id(const arrow::Array &ids, const std::function<arrow::Status(std::string_view)> &take);

} // namespace poise
