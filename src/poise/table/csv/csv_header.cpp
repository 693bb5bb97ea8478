// Reading names, and looking the wanted ones up.
#include "poise/table/csv/csv_header.h"

#include "poise/table/columns/choose_columns.h"
#include "poise/table/columns/numbered_columns.h"

#include <algorithm>

namespace poise::internal {
namespace {

bool is_cell(const std::string &name) { return read_cell(name).kind != CellKind::word; }

// Whether these are the cells of a row, not names.
bool is_no_header(const std::vector<std::string> &names) { return std::ranges::all_of(names, is_cell); }

// A header of which a part may be somebody's row is not quoted where it does not fit.
Error without_names(const Error &error, const std::vector<std::string> &names, const std::string &source) {
  return bad_input(repeats_a_name(names) ? source + " has two columns of one name" : error.wrong,
                   "look at its first line; if that is a row, and not names, add `no_header`");
}

Error no_header_error(const std::string &source) {
  return bad_input(source + " begins with a line of numbers, where the names of its columns should be",
                   "add `no_header` if that line is a row; if it holds names, ask for them with `columns`");
}

} // namespace

Error open_quote_error(const std::string &source, std::size_t line) {
  return bad_input(source + ": a quote opened in the record at line " + std::to_string(line) +
                       " is never closed",
                   "close it, or double quotes that belong to a cell");
}

Result<std::size_t> skip_marks(std::string_view text, const std::string &source, const ReadOptions &options) {
  if (!options.no_header && (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")))
    return bad_input(source + " is UTF-16 text", "save it as UTF-8");
  const std::size_t marks = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  text.remove_prefix(marks);
  if (text.empty()) return bad_input(source + " is empty", "give it a header line and rows");
  const std::string_view header = text.substr(0, std::min(most_looked_at - 3, text.find('\n')));
  if (!options.no_header && header.find('\0') != std::string_view::npos)
    return bad_input(source + " is not text", "give a file of comma-separated text");
  return marks;
}

Result<CsvHeader> read_csv_header(CsvRecords &records, const std::string &source,
                                  const ReadOptions &options) {
  std::vector<std::string_view> record;
  CsvRecords::Next next = records.next(record);
  // An empty line before the first row says nothing of its width, unless there is nothing else.
  while (options.no_header && next == CsvRecords::Next::record && records.blank()) {
    next = records.next(record);
    if (next == CsvRecords::Next::end) record = {std::string_view()};
  }
  if (next == CsvRecords::Next::failed) return records.error();
  if (next == CsvRecords::Next::open_quote) return open_quote_error(source, records.line());
  std::vector<std::string> names;
  if (options.no_header) names = names_of({"c", 0, record.size() - 1});
  if (!options.no_header)
    for (const std::string_view name : record) names.emplace_back(trimmed(name));
  auto chosen = choose_columns_and_unit(source, names, options);
  if (!options.no_header && is_no_header(names) && (options.columns.empty() || !chosen))
    return no_header_error(source);
  if (!chosen && !options.no_header && std::ranges::any_of(names, is_cell))
    return chosen.error().kind == ErrorKind::bad_input ? without_names(chosen.error(), names, source)
                                                       : chosen.error();
  if (!chosen) return chosen.error();
  CsvHeader header{
      source,           names.size(), {}, std::move(chosen->columns), chosen->unit, !options.columns.empty(),
      options.no_header};
  for (const std::size_t place : header.places) header.names.push_back(names[place]);
  return header;
}

Result<std::vector<bool>> keep_numbers(const CsvHeader &header, const ColumnVotes &votes) {
  std::vector<bool> kept(header.places.size(), true);
  if (header.wished) return kept;
  if (kept.empty())
    return bad_input(header.source + " has no column besides the unit", "give it one of numbers");
  bool any = false;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    kept[i] = !votes.holds_words(i);
    any = any || kept[i];
  }
  if (!any)
    return bad_input(
        header.source + " has no column of numbers",
        "check that cells are separated by commas (tabs in a .tsv) and decimals written with a point");
  return kept;
}

CsvHeader keep_columns(const CsvHeader &header, const std::vector<bool> &kept) {
  CsvHeader result = header;
  result.names.clear();
  result.places.clear();
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) {
      result.names.push_back(header.names[i]);
      result.places.push_back(header.places[i]);
    }
  return result;
}

} // namespace poise::internal
