// What every table has: at least one row, at least one column, full rows.
#include "poise/table/table.h"

#include <stdexcept>

namespace poise {

Error Table::ragged(std::size_t cells, std::size_t columns) {
  return Error{ErrorKind::bad_input,
               "the table has " + std::to_string(cells) + " cells, which do not fill rows of " +
                   std::to_string(columns),
               "give every row one cell per column"};
}

Result<Table> Table::of(std::vector<std::string> columns, Rows rows, std::shared_ptr<const void> owner) {
  if (columns.empty())
    return Error{ErrorKind::bad_input, "the table has no columns", "give it at least one column of numbers"};
  if (columns.size() > most_columns)
    return Error{ErrorKind::bad_input, "the table has more than " + std::to_string(most_columns) + " columns",
                 "give it fewer columns"};
  const auto [count, width] =
      std::visit([](const auto &view) { return std::pair(view.rows(), view.columns()); }, rows);
  if (count == 0) return Error{ErrorKind::bad_input, "the table has no rows", "give it at least one row"};
  if (width != columns.size()) throw std::logic_error("poise: a table needs one name per column");
  return Table(std::move(columns), rows, count, std::move(owner));
}

Rows Table::chunk(RawKey, std::size_t first, std::size_t last) const {
  if (first > last || last > rows_count_) throw std::logic_error("poise: these rows are not in the table");
  return std::visit([&](const auto &view) { return Rows(view.slice(first, last)); }, rows_);
}

} // namespace poise
