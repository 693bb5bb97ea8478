// What every table has: at least one row, at least one column, full rows.
#include "poise/table/table.h"

#include "poise/table/kept_rows.h"

#include <stdexcept>

namespace poise::internal {

Error Table::ragged(std::size_t cells, std::size_t columns) {
  return bad_input("the table has " + std::to_string(cells) + " cells, which do not fill rows of " +
                       std::to_string(columns),
                   "give every row one cell per column");
}

Result<Table> Table::of(std::vector<std::string> columns, Rows rows, std::shared_ptr<const void> owner) {
  if (!columns.empty() && columns.size() != count_columns(rows))
    throw std::logic_error("poise: a table needs one name per column");
  if (const auto *sparse = std::get_if<SparseRows>(&rows);
      sparse && sparse->only_ones && !sparse->values.empty())
    throw std::logic_error("poise: a table of ones has no values");
  const std::size_t count = count_rows(rows);
  return from(std::move(columns), count,
              std::make_shared<const KeptRows>(std::vector<Chunk>{{rows}}, std::move(owner)));
}

Result<Table> Table::from(std::vector<std::string> columns, std::size_t rows,
                          std::shared_ptr<const RowSource> source, std::optional<std::size_t> people) {
  if (columns.empty()) return bad_input("the table has no columns", "give it at least one column of numbers");
  if (columns.size() > most_columns)
    return bad_input("the table has more than " + std::to_string(most_columns) + " columns",
                     "give it fewer columns");
  if (rows == 0) return bad_input("the table has no rows", "give it at least one row");
  return Table(std::move(columns), rows, std::move(source), people);
}

} // namespace poise::internal
