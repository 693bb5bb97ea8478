// Matrix Market text: a header, and one line per entry of a sparse matrix.
#pragma once

#include "poise/base/result.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <string>
#include <string_view>

namespace poise::internal {

// Coordinate matrices of real, integer or pattern entries without symmetry. A row is a
// person, and a value that is no number a missing cell; columns are named 1, 2, … as in the file. Sizes come
// from the header, and are believed only as far as the file is large enough for them.
Result<Table> read_matrix_market(std::string_view text, const std::string &source,
                                 const ReadOptions &options);

} // namespace poise::internal
