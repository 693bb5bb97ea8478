// The header line of separated text: its columns, and which of them are wanted.
#pragma once

#include "poise/base/result.h"
#include "poise/table/columns/column_votes.h"
#include "poise/table/csv/csv_records.h"
#include "poise/table/read_options.h"

#include <optional>
#include <string>
#include <vector>

namespace poise::internal {

// What editors and spreadsheets put before the text: how many bytes to leave out. Looks at the header
// line alone, or the first few thousand bytes of it, and finds text that is none there; never at a row.
Result<std::size_t> skip_marks(std::string_view text, const std::string &source, const ReadOptions &options);
inline constexpr std::size_t most_looked_at = 4096 + 3;

struct CsvHeader {
  std::string source;             // what to call the file
  std::size_t width;              // cells of every row
  std::vector<std::string> names; // of the chosen columns
  std::vector<std::size_t> places;
  std::optional<std::size_t> unit; // its place
  bool wished;                     // columns were named, so all of them stay
  bool numbered = false;           // there is no header line
};

// Takes the header line off the records; without one, the first row, which is then to be read once more. A
// header of numbers alone is the first row of somebody, more likely than names: it is refused unless its
// columns are asked for, and never quoted.
Result<CsvHeader> read_csv_header(CsvRecords &records, const std::string &source, const ReadOptions &options);

// Which of the chosen columns stay: the wished ones, whatever they hold, or those that do not hold words, of
// which there must be one.
Result<std::vector<bool>> keep_numbers(const CsvHeader &header, const ColumnVotes &votes);

// The header with only the columns that are marked.
CsvHeader keep_columns(const CsvHeader &header, const std::vector<bool> &kept);

// What to say about a record that never ends.
Error open_quote_error(const std::string &source, std::size_t line);

} // namespace poise::internal
