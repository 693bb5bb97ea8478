// Entries in any order, sorted into rows by counting.
#include "poise/table/sparse/read_matrix_market.h"

#include "poise/table/cell.h"
#include "poise/table/refuse_unit.h"
#include "poise/table/sparse/sparse_builder.h"
#include "poise/table/sparse/text_lines.h"

#include <numeric>

namespace poise::internal {
namespace {

std::string at_line(const std::string &source, const TextLines &lines) {
  return source + ": line " + std::to_string(lines.number());
}

std::string lower_case(std::string_view word) {
  std::string result(word);
  for (char &c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

// Whether entries have values, from the first line.
Result<bool> read_banner(TextLines &lines, const std::string &source) {
  std::string_view line;
  if (!lines.next(line)) return bad_input(source + " is empty", "give a Matrix Market file");
  if (next_word(line) != "%%MatrixMarket")
    return bad_input(source + " does not begin with %%MatrixMarket", "give a Matrix Market file");
  const std::string object = lower_case(next_word(line)), format = lower_case(next_word(line)),
                    field = lower_case(next_word(line)), symmetry = lower_case(next_word(line));
  const bool known = field == "real" || field == "integer" || field == "pattern";
  if (object != "matrix" || format != "coordinate" || !known || symmetry != "general")
    return bad_input(source + " holds another kind of matrix than this version reads",
                     "write it as: %%MatrixMarket matrix coordinate real (or integer, or pattern) general");
  return field != "pattern";
}

struct Sizes {
  std::size_t rows, columns, entries;
};

// Nothing is made to the measure of a false header: an entry takes at least four bytes,
// and where most rows are empty there are at most so many.
constexpr std::size_t least_entry = 4;
constexpr std::size_t small_rows = std::size_t{1} << 20;

Result<Sizes> read_sizes(TextLines &lines, const std::string &source, std::size_t bytes) {
  std::string_view line;
  do {
    if (!lines.next(line)) return bad_input(source + " ends before its sizes", "give the file whole");
  } while (line.starts_with('%') || trimmed(line).empty());
  const auto rows = read_whole(next_word(line)), columns = read_whole(next_word(line)),
             entries = read_whole(next_word(line));
  if (!rows || !columns || !entries || !next_word(line).empty())
    return bad_input(at_line(source, lines) + " should give the numbers of rows, columns and entries",
                     "write three whole numbers");
  if (*rows == 0) return bad_input(source + " has no rows", "give it at least one row");
  if (*columns == 0) return bad_input(source + " has no columns", "give it at least one column");
  if (*columns > Table::most_columns)
    return bad_input(source + " says it has more than " + std::to_string(Table::most_columns) + " columns",
                     "give it fewer columns");
  if (*entries > bytes / least_entry || (*rows > small_rows && *rows > bytes))
    return bad_input(source + " is too small for the sizes in its header", "give the file whole");
  return Sizes{*rows, *columns, *entries};
}

struct Entries {
  std::vector<std::size_t> rows; // from 0 on
  std::vector<std::uint32_t> columns;
  std::vector<double> values; // none in a pattern
};

Result<Entries> read_entries(TextLines &lines, const std::string &source, const Sizes &sizes, bool valued) {
  Entries entries;
  entries.rows.reserve(sizes.entries);
  entries.columns.reserve(sizes.entries);
  if (valued) entries.values.reserve(sizes.entries);
  for (std::string_view line; lines.next(line);) {
    const std::string_view first = next_word(line);
    if (first.empty()) continue;
    const auto row = read_whole(first), column = read_whole(next_word(line));
    const std::string_view word = valued ? next_word(line) : "1";
    const Cell value = read_cell(word); // a word is a missing cell
    if (!row || !column || word.empty() || !next_word(line).empty())
      return bad_input(at_line(source, lines) + " is not an entry of the matrix",
                       valued ? "write: row column value" : "write: row column");
    if (*row < 1 || *row > sizes.rows || *column < 1 || *column > sizes.columns)
      return bad_input(at_line(source, lines) + " holds an entry outside of the matrix",
                       "number rows and columns from 1 to the sizes in the header");
    entries.rows.push_back(*row - 1);
    entries.columns.push_back(static_cast<std::uint32_t>(*column));
    if (valued) entries.values.push_back(value.value);
  }
  if (entries.rows.size() != sizes.entries)
    return bad_input(source + " holds " + std::to_string(entries.rows.size()) + " entries, its header says " +
                         std::to_string(sizes.entries),
                     "give the file whole");
  return entries;
}

// Places of the entries, row by row.
std::vector<std::size_t> by_row(const Entries &entries, std::vector<std::size_t> &ends) {
  for (const std::size_t row : entries.rows) ++ends[row];
  std::exclusive_scan(ends.begin(), ends.end(), ends.begin(), std::size_t{0});
  std::vector<std::size_t> order(entries.rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[ends[entries.rows[i]]++] = i;
  return order;
}

} // namespace

Result<Table> read_matrix_market(std::string_view text, const std::string &source,
                                 const ReadOptions &options) {
  if (const auto error = refuse_unit(source, options)) return *error;
  TextLines lines(text);
  const auto valued = read_banner(lines, source);
  if (!valued) return valued.error();
  const auto sizes = read_sizes(lines, source, text.size());
  if (!sizes) return sizes.error();
  const NumberedColumns columns{"", 1, sizes->columns};
  const auto numbers = find_numbers(source, columns, options.columns);
  if (!numbers) return numbers.error();
  const auto entries = read_entries(lines, source, *sizes, *valued);
  if (!entries) return entries.error();

  using Kind = SparseBuilder::Entries;
  SparseBuilder rows(*valued ? Kind::values : Kind::ones, *numbers);
  std::vector<std::size_t> ends(sizes->rows);
  const std::vector<std::size_t> order = by_row(*entries, ends);
  std::size_t at = 0;
  for (const std::size_t end : ends) {
    for (; at < end; ++at) rows.add(entries->columns[order[at]], *valued ? entries->values[order[at]] : 1);
    if (!rows.end_row()) return bad_input(source + " holds an entry twice", "give every entry once");
  }
  return std::move(rows).finish(columns);
}

} // namespace poise::internal
