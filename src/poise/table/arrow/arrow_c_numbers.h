// Cells of Arrow's C interface as a column of numbers.
#pragma once

#include "poise/table/arrow/arrow_c_cells.h"

#include <memory>
#include <optional>
#include <vector>

namespace poise::internal {

// Of a format that can be numbers; text cell by cell. Whole numbers and floats stay where they are, if they
// are aligned; what had to be copied is added to `kept`. Nothing when a word points outside of its column.
std::optional<Column> arrow_column(const ArrowCells &cells, std::vector<std::shared_ptr<const void>> &kept);

} // namespace poise::internal
