// What every table has: at least one row, at least one column, full rows.
#include "poise/table/table.h"

namespace poise {

Result<Table> Table::dense(std::vector<std::string> columns, std::vector<double> cells) {
  if (columns.empty())
    return Error{ErrorKind::bad_input, "the table has no columns", "give it at least one column of numbers"};
  if (cells.empty()) return Error{ErrorKind::bad_input, "the table has no rows", "give it at least one row"};
  if (cells.size() % columns.size() != 0)
    return Error{ErrorKind::bad_input,
                 "the table has " + std::to_string(cells.size()) + " cells, which do not fill rows of " +
                     std::to_string(columns.size()),
                 "give every row one cell per column"};
  return Table(std::move(columns), std::move(cells));
}

} // namespace poise
