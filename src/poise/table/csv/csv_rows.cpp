// What is a row, and what is wrong with a line that is none.
#include "poise/table/csv/csv_rows.h"

#include <limits>

namespace poise::internal {
namespace {

constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();

} // namespace

CsvRows::CsvRows(CsvRecords &records, const CsvHeader &header) : records_(records), header_(header) {
  record_.place = header.unit.value_or(no_place);
}

CsvRows::Next CsvRows::next() {
  while (true) {
    const CsvRecords::Next next = header_.unit ? records_.next(record_) : records_.next(record_.cells);
    if (next == CsvRecords::Next::end) return Next::end;
    if (next == CsvRecords::Next::failed) return bad(records_.error());
    if (next == CsvRecords::Next::open_quote) return bad(open_quote_error(header_.source, records_.line()));
    // An empty line is no row, except in a file of one column: there it is a row
    // with a missing cell. Otherwise a person could change the public number of
    // rows by leaving a cell empty.
    if (records_.blank() && header_.width > 1) continue;
    if (record_.cells.size() == header_.width) return Next::row;
    return bad(bad_input(header_.source + ": line " + std::to_string(records_.line()) + " has " +
                             std::to_string(record_.cells.size()) + " cells, the " +
                             (header_.numbered ? "first line" : "header") + " has " +
                             std::to_string(header_.width),
                         "give every line as many cells, and quote cells that hold separators"));
  }
}

Error no_rows(const CsvHeader &header) {
  return bad_input(header.source + (header.numbered ? " has no rows" : " has a header line but no rows"),
                   "add at least one row");
}

CsvRows::Next CsvRows::bad(Error error) {
  error_ = std::move(error);
  return Next::bad;
}

} // namespace poise::internal
