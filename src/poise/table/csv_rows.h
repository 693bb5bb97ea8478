// The rows of separated text, each held against the header.
#pragma once

#include "poise/table/csv_header.h"

namespace poise {

// The rows behind the header, one by one.
class CsvRows {
public:
  enum class Next { row, end, bad };

  CsvRows(CsvRecords &records, const CsvHeader &header);

  Next next();

  // The row read last: one cell per place of the header, and the id, when there is a unit.
  const Cell &cell(std::size_t column) const { return record_.cells[header_.places[column]]; }
  std::string_view id() const { return trimmed(record_.text); }

  // What is bad.
  const Error &error() const { return error_.value(); }

private:
  Next bad(Error error);

  CsvRecords &records_;
  const CsvHeader &header_;
  CsvRecords::CellsAndText record_;
  std::optional<Error> error_;
};

} // namespace poise
