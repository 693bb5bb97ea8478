// Separated text, one record at a time: quotes, doubled quotes, any line ending.
#pragma once

#include "poise/table/cell.h"
#include "poise/table/csv/text_feed.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poise::internal {

// Cells are views into the text, or into this object where quotes had to be taken
// away, and live until the next record is read. A quoted cell may hold separators, line
// ends and doubled quotes. Every text can be read, except that a quote may be left
// open at the end.
//
// PROMISE  pieces of text, wherever they are cut, give the records of the whole text.
// WHY      a record that reaches the end of the text at hand is read again, with more text.
// CHECKED  tests/table/csv_records_test.cpp, pieces of every size against the whole.
class CsvRecords {
public:
  enum class Next { record, end, open_quote, failed };

  // Cells read as read_cell would, except one that is left as text.
  struct CellsAndText {
    std::vector<Cell> cells = {}; // missing where the text is
    std::size_t place = 0;        // of the text among the cells
    std::string_view text = {};
  };

  CsvRecords(std::string_view text, char separator) : text_(text), separator_(separator) {}
  CsvRecords(TextFeed &feed, char separator) : separator_(separator), feed_(&feed) {}
  CsvRecords(const CsvRecords &) = delete;
  CsvRecords &operator=(const CsvRecords &) = delete;

  Next next(std::vector<std::string_view> &cells);

  // The same, with every cell read as read_cell would.
  Next next(std::vector<Cell> &cells);
  Next next(CellsAndText &cells);

  // About the record read last: the line it starts on, and whether that was empty.
  std::size_t line() const { return line_; }
  bool blank() const { return blank_; }

  // The text at hand behind the record read last.
  std::string_view rest() const { return text_.substr(at_); }

  // Whether the text could not be had, and why.
  bool failed() const { return error_.has_value(); }
  const Error &error() const { return error_.value(); }

private:
  template <class Cells> Next next_record(Cells &cells);
  template <class Cells> Next next_record_here(Cells &cells);
  bool take_cell(std::vector<std::string_view> &cells);
  bool take_cell(std::vector<Cell> &cells);
  bool take_cell(CellsAndText &cells);
  bool find_cell(std::string_view &cell);
  bool find_quoted(std::string_view &cell);
  void end_line();

  std::string_view text_;
  std::size_t at_ = 0;
  char separator_;
  std::size_t line_ = 0, next_line_ = 1;
  bool blank_ = false;
  TextFeed *feed_ = nullptr; // until it has no more
  std::optional<Error> error_;
  std::deque<std::string> unquoted_; // of this record; views into a deque stay
};

} // namespace poise::internal
