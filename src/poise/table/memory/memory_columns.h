// Columns that lie apart in memory, as those of a data frame do.
#pragma once

#include "poise/table/memory/number_cells.h"
#include "poise/table/read_options.h"
#include "poise/table/table.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace poise::internal {

// A bitmap, where there is one, says which cells are there: bit `first_bit` + row, from the lowest on. Where
// a column could hold anything, `kinds` has what each cell is; all but numbers are NaN among the cells.
struct MemoryNumbers {
  NumberCells cells;
  const std::uint8_t *present = nullptr;
  std::size_t first_bit = 0;
  const CellKind *kinds = nullptr;
};

// One word a row, for a unit; looked at only while the table is made.
struct MemoryWords {
  std::span<const std::string_view> words;
  const std::uint8_t *present = nullptr;
  std::size_t first_bit = 0;
};

// Cells that nobody can use, such as lists.
struct MemoryUnknown {};

struct MemoryColumn {
  std::string name;
  std::variant<MemoryNumbers, MemoryWords, MemoryUnknown> cells = MemoryUnknown{};

  // What its cells are, for messages, such as "object". Numbers that mean something else, such as dates
  // and codes of categories, are not taken as numbers when a type is named here; they can still say whose
  // a row is.
  std::string other_type = "";
};

// As for a file: without options.columns every column of numbers except the unit, which leaves out those
// whose kinds are words for most (column_votes.h). The table keeps the owner alive. Cells are used where they
// lie: as columns when they have no gaps; at their steps when all wanted ones are parts of one array of rows,
// as in a data frame made of a matrix. A column that fits neither way is copied, it alone.
Result<Table> memory_columns(const std::vector<MemoryColumn> &columns, std::size_t rows,
                             std::shared_ptr<const void> owner, const ReadOptions &options = {},
                             const std::string &source = "the table");

} // namespace poise::internal
