// Where rows may come from: a file, or a table that is there already.
#include "poise/answer/answer.h"
#include "poise/table/column_of.h"
#include "poise/table/read_table.h"

#include <algorithm>

namespace poise::internal {

TableSource from_file(std::string path) {
  return [path = std::move(path)](const ReadOptions &options) { return read_table(path, options); };
}

TableSource from_table(Table table) {
  return [table = std::move(table)](const ReadOptions &options) -> Result<Table> {
    if (options.no_header) return bad_parameter("`no_header` is for .csv and .tsv files", "leave it out");
    // Nobody could check which column its people were told apart by.
    if (options.unit || table.people())
      return bad_parameter("a table that is there already has rows, one a person, and no `unit`",
                           "name what makes the table as the source, such as a file or memory_matrix");
    if (options.columns.empty() || options.columns == table.columns()) return table;
    const auto place = std::ranges::find(table.columns(), options.columns.front());
    if (options.columns.size() == 1 && place != table.columns().end())
      return column_of(table, static_cast<std::size_t>(place - table.columns().begin()));
    return bad_parameter("this table has other columns than `columns` names",
                         "name one of them, all of them in their order, or none");
  };
}

} // namespace poise::internal
