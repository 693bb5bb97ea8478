// Words and bytes in a column of Arrow's C interface.
#pragma once

#include "poise/table/arrow/arrow_c_cells.h"

#include <optional>
#include <string_view>

namespace poise::internal {

// The word at a place of the buffers, in a column of words that there are such; nothing when its offsets make
// no sense.
std::optional<std::string_view> arrow_word(const ArrowCells &cells, std::size_t place);

} // namespace poise::internal
