// Which columns of a matrix are wanted, whether they have names or only numbers.
#pragma once

#include "poise/table/columns/choose_columns.h"

namespace poise::internal {

struct MatrixColumns {
  std::vector<std::string> names;  // of the wanted columns
  std::vector<std::size_t> places; // theirs, in the order they are wanted
  std::optional<std::size_t> unit; // its place
};

// Columns are named as given, or c0, c1, … when no names are. There must be one name a column, or none.
Result<MatrixColumns> choose_matrix_columns(const std::string &source, std::size_t columns,
                                            const std::vector<std::string> &names,
                                            const ReadOptions &options);

} // namespace poise::internal
