// Compressed sparse rows that lie in memory, as those of SciPy's csr_array do.
#pragma once

#include "poise/table/memory/number_cells.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// Numbers without gaps.
struct MemorySpan {
  NumberType type;
  const void *cells;
  std::size_t count;
};

struct MemorySparse {
  std::size_t rows, columns;
  MemorySpan starts;                               // whole numbers, one more than there are rows
  MemorySpan places;                               // whole numbers: the column of each entry
  std::optional<MemorySpan> values = std::nullopt; // one an entry; none means that each is a one
};

// The table keeps the owner alive. Used where they lie: starts of 64 bits, places of 32, values that are
// doubles; the others are copied. Rows may name columns in any order; a column that is named twice
// holds the sum, as SciPy means it, or a one where there are only ones. Then, and when options.columns
// asks for a choice, all entries are copied. Columns are named as given, or c0, c1, … when no names are.
// Every row is a person, so there is no unit. There must be one name a column, or none at all.
Result<Table> memory_sparse(const MemorySparse &matrix, const std::vector<std::string> &names,
                            std::shared_ptr<const void> owner, const ReadOptions &options = {},
                            const std::string &source = "the table");

} // namespace poise::internal
