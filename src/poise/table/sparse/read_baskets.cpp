// Lines of ids into sparse rows of ones.
#include "poise/table/sparse/read_baskets.h"

#include "poise/table/refuse_unit.h"
#include "poise/table/sparse/sparse_builder.h"
#include "poise/table/sparse/text_lines.h"

namespace poise::internal {

Result<Table> read_baskets(std::string_view text, const std::string &source, const ReadOptions &options) {
  if (const auto error = refuse_unit(source, options)) return *error;
  if (text.empty()) return bad_input(source + " is empty", "give it one line of item ids per person");
  const auto numbers = find_numbers(source, {"", 0, Table::most_columns - 1}, options.columns);
  if (!numbers) return numbers.error();
  SparseBuilder rows(SparseBuilder::Entries::ones, *numbers);
  TextLines lines(text);
  std::size_t bad = 0;
  for (std::string_view line; lines.next(line); rows.end_row()) {
    bool good = true;
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
      const auto id = read_whole(word);
      const bool item = id && *id < Table::most_columns;
      if (item) rows.add(*id);
      good = good && item;
    }
    bad += !good;
  }
  if (options.columns.empty() && 2 * bad > rows.rows())
    return bad_input(
        source + " is no file of baskets: most of its lines hold something else than item ids from 0 to " +
            std::to_string(Table::most_columns - 1),
        "give whole numbers separated by spaces, and number the items anew if theirs are larger");
  const NumberedColumns met = rows.columns_met();
  if (options.columns.empty() && met.last < met.first)
    return bad_input(source + " holds no items", "name the items with `columns`");
  return std::move(rows).finish(met);
}

} // namespace poise::internal
