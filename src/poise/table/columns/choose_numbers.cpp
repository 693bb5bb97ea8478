// The same refusals as for a file with typed columns.
#include "poise/table/columns/choose_numbers.h"

namespace poise::internal {

Error no_numbers(const std::string &source) {
  return bad_input(
      source + " has no column of numbers",
      "name the columns that hold some with `columns`, or store them as integers, floats or decimals");
}

Result<ChosenColumns> choose_numbers(const std::string &source, const std::vector<ColumnFacts> &columns,
                                     const ReadOptions &options) {
  if (columns.empty()) return bad_input(source + " has no columns", "give it at least one column of numbers");
  std::vector<std::string> header;
  for (const ColumnFacts &column : columns) header.push_back(column.name);
  auto chosen = choose_columns_and_unit(source, header, options);
  if (!chosen) return chosen.error();

  const auto holds = [&](const ColumnFacts &column) {
    return source + ": column '" + column.name + "' holds cells of type " + column.type;
  };
  if (options.columns.empty()) {
    std::erase_if(chosen->columns,
                  [&](std::size_t place) { return !columns[place].numbers || !columns[place].by_default; });
  }
  for (const std::size_t place : chosen->columns)
    if (!columns[place].numbers)
      return bad_input(holds(columns[place]) + ", not numbers", "leave it out of `columns`");
  if (chosen->columns.empty()) return no_numbers(source);
  if (chosen->unit && !columns[*chosen->unit].ids)
    return bad_input(holds(columns[*chosen->unit]) + ", which cannot say whose a row is",
                     "name a column of numbers, words or dates as the unit");
  return chosen;
}

} // namespace poise::internal
