// Separated text, one record at a time: quotes, doubled quotes, any line ending.
#pragma once

#include "poise/table/cell.h"

#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace poise {

// Cells are views into the text, or into this object where quotes had to be taken
// away, and live until the next record is read. A quoted cell may hold separators, line
// ends and doubled quotes. Every text can be read, except that a quote may be left
// open at the end.
class CsvRecords {
public:
  enum class Next { record, end, open_quote };

  CsvRecords(std::string_view text, char separator) : text_(text), separator_(separator) {}
  CsvRecords(const CsvRecords &) = delete;
  CsvRecords &operator=(const CsvRecords &) = delete;

  Next next(std::vector<std::string_view> &cells);

  // The same, with every cell read as read_cell would.
  Next next(std::vector<Cell> &cells);

  // About the record read last: the line it starts on, and whether that was empty.
  std::size_t line() const { return line_; }
  bool blank() const { return blank_; }

  // The text behind the record read last.
  std::string_view rest() const { return text_.substr(at_); }

private:
  template <class Cells> Next next_record(Cells &cells);
  bool take_cell(std::vector<std::string_view> &cells);
  bool take_cell(std::vector<Cell> &cells);
  bool find_cell(std::string_view &cell);
  bool find_quoted(std::string_view &cell);
  void end_line();

  std::string_view text_;
  std::size_t at_ = 0;
  char separator_;
  std::size_t line_ = 0, next_line_ = 1;
  bool blank_ = false;
  std::deque<std::string> unquoted_; // of this record; views into a deque stay
};

} // namespace poise
