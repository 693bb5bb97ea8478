// The rows of separated text, each held against the header.
#pragma once

#include "poise/table/csv/csv_header.h"
#include "poise/table/row_id.h"

namespace poise::internal {

// The rows behind the header, one by one.
class CsvRows {
public:
  enum class Next { row, end, bad };

  CsvRows(CsvRecords &records, const CsvHeader &header);

  Next next();

  // The row read last: one cell per place of the header, and the id, when there is a unit.
  const Cell &cell(std::size_t column) const { return record_.cells[header_.places[column]]; }
  RowId id() const { return text_id(trimmed(record_.text)); }

  // Its votes on what the columns hold.
  void vote(ColumnVotes &votes, std::optional<std::uint64_t> person) const {
    const auto kind_of = [&](std::size_t column) { return cell(column).kind; };
    if (person)
      votes.add(kind_of, *person);
    else
      votes.add(kind_of);
  }

  // What is bad.
  const Error &error() const { return error_.value(); }

private:
  Next bad(Error error);

  CsvRecords &records_;
  const CsvHeader &header_;
  CsvRecords::CellsAndText record_;
  std::optional<Error> error_;
};

// What to say where the header is all there is.
Error no_rows(const CsvHeader &header);

} // namespace poise::internal
