// Pairs of numbers into sparse rows.
#include "poise/table/sparse/read_svm.h"

#include "poise/table/cell.h"
#include "poise/table/refuse_unit.h"
#include "poise/table/sparse/sparse_builder.h"
#include "poise/table/sparse/text_lines.h"

#include <algorithm>

namespace poise::internal {
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

// A pair goes into the row; false for a word that is none, which counts for nothing.
bool add_pair(std::string_view word, SparseBuilder &rows) {
  const std::size_t colon = word.find(':');
  if (colon == std::string_view::npos) return false;
  if (word.substr(0, colon) == "qid") return true;
  const auto number = read_whole(word.substr(0, colon));
  if (!number || *number >= Table::most_columns) return false;
  rows.add(*number, read_cell(word.substr(colon + 1)).value); // a word is a missing cell
  return true;
}

// A line of remarks, which may stand before the first row. A # in a label is none, so that nobody's label
// takes their row away.
bool is_remark(std::string_view line) { return next_word(line) == "#"; }

enum class Line { blank, good, bad };

Line add_line(std::string_view line, SparseBuilder &rows) {
  if (rows.rows() == 0 && is_remark(line)) return Line::blank;
  const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
  line = line.substr(0, line.find('#', first + 1)); // a label may begin with one
  std::string_view word = next_word(line);
  if (word.empty()) return Line::blank;
  bool good = is_label(word);
  if (good) word = next_word(line);
  for (; !word.empty(); word = next_word(line)) good = add_pair(word, rows) && good;
  return rows.end_row() && good ? Line::good : Line::bad;
}

} // namespace

Result<Table> read_svm(std::string_view text, const std::string &source, const ReadOptions &options) {
  if (const auto error = refuse_unit(source, options)) return *error;
  if (text.empty()) return bad_input(source + " is empty", "give it one line per person");
  const auto numbers = find_numbers(source, {"", 0, Table::most_columns - 1}, options.columns);
  if (!numbers) return numbers.error();
  SparseBuilder rows(SparseBuilder::Entries::values, *numbers);
  TextLines lines(text);
  std::size_t bad = 0;
  for (std::string_view line; lines.next(line);) bad += add_line(line, rows) == Line::bad;
  if (rows.rows() == 0) return bad_input(source + " has no rows", "give it one line per person");
  if (options.columns.empty() && 2 * bad > rows.rows())
    return bad_input(source + " is not LIBSVM text: most of its lines are something else",
                     "write lines as label number:value number:value, with each number once and below " +
                         std::to_string(Table::most_columns));
  const NumberedColumns met = rows.columns_met();
  if (options.columns.empty() && met.last < met.first)
    return bad_input(source + " holds no columns", "name them with `columns`");
  return std::move(rows).finish(met);
}

} // namespace poise::internal
