// The header line of separated text: its columns, and which of them are wanted.
#pragma once

#include "poise/base/result.h"
#include "poise/table/csv_records.h"
#include "poise/table/read_options.h"

#include <optional>
#include <string>
#include <vector>

namespace poise {

// What editors and spreadsheets put before the text: how many bytes to leave out. Looks at the
// first few thousand bytes alone, and finds text that is none there.
Result<std::size_t> skip_marks(std::string_view text, const std::string &source);
inline constexpr std::size_t most_looked_at = 4096 + 3;

struct CsvHeader {
  std::string source;             // what to call the file
  std::size_t width;              // cells of every row
  std::vector<std::string> names; // of the chosen columns
  std::vector<std::size_t> places;
  std::optional<std::size_t> unit; // its place
  bool wished;                     // columns were named, so all of them stay
  bool words_are_missing = false;  // whatever they hold
};

// Takes the header line off the records.
Result<CsvHeader> read_csv_header(CsvRecords &records, const std::string &source, const ReadOptions &options);

// The header with only the columns that are marked.
CsvHeader keep_columns(const CsvHeader &header, const std::vector<bool> &kept);

// What to say about a record that never ends.
Error open_quote_error(const std::string &source, std::size_t line);

} // namespace poise
