// A matrix of numbers that lies in memory, used where it lies.
#pragma once

#include "poise/table/memory/number_cells.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <memory>
#include <string>
#include <vector>

namespace poise::internal {

// Cells of one type at regular steps, in bytes, from the cell in row 0 and column 0 on. Steps may be
// of any sign, or none, as those of a NumPy view are.
struct MemoryMatrix {
  NumberType type;
  const void *cells;
  std::size_t rows, columns;
  std::ptrdiff_t row_step, column_step;
};

// The table keeps the owner alive, and copies no cell unless copies_cells. Columns are named as given, or
// c0, c1, … when no names are; options.columns and options.unit mean what they do for a `.npy` file.
// There must be one name a column, or none at all.
Result<Table> memory_matrix(const MemoryMatrix &matrix, const std::vector<std::string> &names,
                            std::shared_ptr<const void> owner, const ReadOptions &options = {},
                            const std::string &source = "the table");

// Whether the wanted columns have to be copied: rows that lie backwards, and whole numbers of 64 bits
// without a sign unless each column lies in one piece.
bool copies_cells(const MemoryMatrix &matrix);

} // namespace poise::internal
