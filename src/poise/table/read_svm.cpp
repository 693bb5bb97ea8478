// Pairs of numbers into sparse rows.
#include "poise/table/read_svm.h"

#include "poise/table/cell.h"
#include "poise/table/line_is_person.h"
#include "poise/table/sparse_builder.h"
#include "poise/table/text_lines.h"

namespace poise {
namespace {

// One number, or several separated by commas.
bool is_label(std::string_view word) {
  while (true) {
    const std::size_t comma = word.find(',');
    if (read_cell(word.substr(0, comma)).kind != CellKind::number) return false;
    if (comma == std::string_view::npos) return true;
    word.remove_prefix(comma + 1);
  }
}

// Why a line cannot be read; nothing when it can.
std::string_view add_line(std::string_view line, SparseBuilder &rows) {
  line = line.substr(0, line.find('#'));
  std::string_view word = next_word(line);
  if (word.empty()) return "";
  if (!is_label(word)) return "does not begin with a label";
  for (word = next_word(line); !word.empty(); word = next_word(line)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon + 1 == word.size())
      return "holds something else than number:value pairs";
    if (word.substr(0, colon) == "qid") continue;
    const auto number = read_whole(word.substr(0, colon));
    if (!number) return "holds something else than number:value pairs";
    if (*number >= Table::most_columns) return "holds a column number that is out of range";
    const Cell cell = read_cell(word.substr(colon + 1));
    if (cell.kind == CellKind::word) return "holds a value that is no number";
    rows.add(*number, cell.value);
  }
  return rows.end_row() ? "" : "holds a column twice";
}

} // namespace

Result<Table> read_svm(std::string_view text, const std::string &source, const ReadOptions &options) {
  if (const auto error = refuse_unit(source, options)) return *error;
  if (text.empty()) return Error{ErrorKind::bad_input, source + " is empty", "give it one line per person"};
  const auto numbers = find_numbers(source, {"", 0, Table::most_columns - 1}, options.columns);
  if (!numbers) return numbers.error();
  SparseBuilder rows(SparseBuilder::Entries::values, *numbers);
  TextLines lines(text);
  for (std::string_view line; lines.next(line);)
    if (const std::string_view wrong = add_line(line, rows); !wrong.empty())
      return Error{ErrorKind::bad_input,
                   source + ": line " + std::to_string(lines.number()) + " " + std::string(wrong),
                   "write lines as label number:value number:value, with each number once and below " +
                       std::to_string(Table::most_columns)};
  if (rows.rows() == 0)
    return Error{ErrorKind::bad_input, source + " has no rows", "give it one line per person"};
  const NumberedColumns met = rows.columns_met();
  if (options.columns.empty() && met.last < met.first)
    return Error{ErrorKind::bad_input, source + " holds no columns", "name them with --columns"};
  return std::move(rows).finish(met);
}

} // namespace poise
