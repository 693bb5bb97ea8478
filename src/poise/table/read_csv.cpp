// Header, selection, numbers, and which columns hold any.
#include "poise/table/read_csv.h"

#include "poise/table/cell.h"
#include "poise/table/choose_columns.h"
#include "poise/table/csv_records.h"

#include <algorithm>
#include <optional>

namespace poise {
namespace {

Error bad(std::string wrong, std::string remedy) {
  return Error{ErrorKind::bad_input, std::move(wrong), std::move(remedy)};
}

Error open_quote(const std::string &source, std::size_t line) {
  return bad(source + ": a quote opened in the record at line " + std::to_string(line) + " is never closed",
             "close it, or double quotes that belong to a cell");
}

// What text editors and spreadsheets put before the text.
std::optional<Error> strip_marks(std::string_view &text, const std::string &source) {
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    return bad(source + " is UTF-16 text", "save it as UTF-8");
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (text.empty()) return bad(source + " is empty", "give it a header line and rows");
  if (text.substr(0, 4096).find('\0') != std::string_view::npos)
    return bad(source + " is not text", "give a file of comma-separated text");
  return std::nullopt;
}

struct Tally {
  std::size_t numbers = 0;
  std::size_t words = 0;
  bool numeric() const { return numbers > words; }
};

struct Body {
  std::vector<double> cells;  // row by row, chosen columns only
  std::vector<Tally> tallies; // one per chosen column
};

// At most how many chosen cells there are: there are no more rows than lines, and
// every cell has a separator or a line end of its own.
std::size_t most_cells(std::string_view text, std::size_t chosen) {
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  return lines > text.size() / chosen ? text.size() + 1 : lines * chosen;
}

Result<Body> read_body(CsvRecords &records, std::size_t width, const std::vector<std::size_t> &chosen,
                       const std::string &source) {
  Body body;
  body.tallies.resize(chosen.size());
  body.cells.reserve(most_cells(records.rest(), chosen.size()));
  std::vector<Cell> record;
  while (true) {
    const CsvRecords::Next next = records.next(record);
    if (next == CsvRecords::Next::end) return body;
    if (next == CsvRecords::Next::open_quote) return open_quote(source, records.line());
    // An empty line is no row, except in a file of one column: there it is a row
    // with a missing cell. Otherwise a person could change the public number of
    // rows by leaving a cell empty.
    if (records.blank() && width > 1) continue;
    if (record.size() != width)
      return bad(source + ": line " + std::to_string(records.line()) + " has " +
                     std::to_string(record.size()) + " cells, the header has " + std::to_string(width),
                 "give every line as many cells as the header, and quote cells that hold separators");
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const Cell &cell = record[chosen[i]];
      body.cells.push_back(cell.value);
      body.tallies[i].numbers += cell.kind == CellKind::number;
      body.tallies[i].words += cell.kind == CellKind::word;
    }
  }
}

// The same rows with only the columns that are marked.
std::vector<double> keep_columns(std::vector<double> cells, const std::vector<bool> &kept) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < cells.size(); ++at)
    if (kept[at % kept.size()]) cells[end++] = cells[at];
  cells.resize(end);
  return cells;
}

} // namespace

Result<Table> read_csv(std::string_view text, char separator, const std::string &source,
                       const std::vector<std::string> &wanted) {
  if (const auto error = strip_marks(text, source)) return *error;
  CsvRecords records(text, separator);
  std::vector<std::string_view> record;
  if (records.next(record) == CsvRecords::Next::open_quote) return open_quote(source, records.line());
  std::vector<std::string> header;
  for (const std::string_view name : record) header.emplace_back(trimmed(name));

  const auto chosen = choose_columns(source, header, wanted);
  if (!chosen) return chosen.error();
  auto body = read_body(records, header.size(), *chosen, source);
  if (!body) return body.error();
  if (body->cells.empty()) return bad(source + " has a header line but no rows", "add at least one row");

  std::vector<std::string> names;
  std::vector<bool> kept;
  for (std::size_t i = 0; i < chosen->size(); ++i) {
    const Tally &tally = body->tallies[i];
    const std::string &name = header[(*chosen)[i]];
    if (!wanted.empty() && tally.words > 0 && !tally.numeric())
      return bad(source + ": column '" + name + "' holds words, not numbers", "leave it out of --columns");
    kept.push_back(!wanted.empty() || tally.numeric());
    if (kept.back()) names.push_back(name);
  }
  if (names.empty())
    return bad(source + " has no column of numbers",
               "check that cells are separated by commas (tabs in a .tsv) and decimals written with a point");
  const bool all = names.size() == kept.size();
  return Table::dense(std::move(names),
                      all ? std::move(body->cells) : keep_columns(std::move(body->cells), kept));
}

} // namespace poise
