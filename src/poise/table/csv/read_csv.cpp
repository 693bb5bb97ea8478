// One reading of the text: cells, whose they are, and which columns hold numbers.
#include "poise/table/csv/read_csv.h"

#include "poise/table/csv/csv_rows.h"
#include "poise/table/kept_rows.h"
#include "poise/table/people_numbers.h"

#include <algorithm>

namespace poise::internal {
namespace {

// What the table holds on to.
struct Body {
  std::vector<double> cells;         // row by row
  std::vector<std::uint64_t> people; // one a row, when there is a unit
};

// At most how many chosen cells there are: there are no more rows than lines, and
// every cell has a separator or a line end of its own.
std::size_t most_cells(std::string_view text, std::size_t chosen) {
  if (chosen == 0) return 0;
  const auto lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
  return lines > text.size() / chosen ? text.size() + 1 : lines * chosen;
}

// The same rows with only the columns that are marked.
std::vector<double> keep_cells(std::vector<double> cells, const std::vector<bool> &kept) {
  std::size_t end = 0;
  for (std::size_t at = 0; at < cells.size(); ++at)
    if (kept[at % kept.size()]) cells[end++] = cells[at];
  cells.resize(end);
  return cells;
}

} // namespace

Result<Table> read_csv(std::string_view text, char separator, const std::string &source,
                       const ReadOptions &options) {
  const auto marks = skip_marks(text, source, options);
  if (!marks) return marks.error();
  CsvRecords behind_header(text.substr(*marks), separator);
  const auto header = read_csv_header(behind_header, source, options);
  if (!header) return header.error();
  CsvRecords from_start(text.substr(*marks), separator);
  CsvRecords &records = options.no_header ? from_start : behind_header;

  Body body;
  const std::size_t width = header->places.size();
  body.cells.reserve(most_cells(records.rest(), width));
  ColumnVotes votes(width);
  PeopleNumbers people;
  CsvRows rows(records, *header);
  CsvRows::Next next;
  std::size_t count = 0;
  while ((next = rows.next()) == CsvRows::Next::row) {
    for (std::size_t i = 0; i < width; ++i) body.cells.push_back(rows.cell(i).value);
    if (header->unit) body.people.push_back(people.number(rows.id()));
    if (!header->wished) rows.vote(votes, header->unit ? std::optional(body.people.back()) : std::nullopt);
    ++count;
  }
  if (next == CsvRows::Next::bad) return rows.error();
  if (count == 0) return no_rows(*header);
  const auto kept = keep_numbers(*header, votes);
  if (!kept) return kept.error();
  CsvHeader shown = keep_columns(*header, *kept);
  if (shown.names.size() < width) body.cells = keep_cells(std::move(body.cells), *kept);

  const auto owner = std::make_shared<const Body>(std::move(body));
  const Chunk all{DenseRows<double>(owner->cells.data(), count, shown.names.size()), owner->people};
  return Table::from(std::move(shown.names), count,
                     std::make_shared<const KeptRows>(std::vector<Chunk>{all}, owner),
                     header->unit ? std::optional(people.count()) : std::nullopt);
}

} // namespace poise::internal
