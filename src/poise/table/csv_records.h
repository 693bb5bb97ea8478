// Separated text, one record at a time: quotes, doubled quotes, any line ending.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace poise {

// Cells are views into the text held here and live as long as this object. A
// quoted cell may hold separators, line ends and doubled quotes. Every text can be
// read, except that a quote may be left open at the end.
class CsvRecords {
public:
  enum class Next { record, end, open_quote };

  CsvRecords(std::string text, char separator);
  CsvRecords(const CsvRecords &) = delete;
  CsvRecords &operator=(const CsvRecords &) = delete;

  Next next(std::vector<std::string_view> &cells);

  // About the record read last: the line it starts on, and whether that was empty.
  std::size_t line() const { return line_; }
  bool blank() const { return blank_; }

private:
  bool read_cell(std::vector<std::string_view> &cells);
  bool read_quoted(std::vector<std::string_view> &cells);
  void end_line();

  std::string text_;
  std::size_t at_ = 0;
  char separator_;
  std::size_t line_ = 0, next_line_ = 1;
  bool blank_ = false;
};

} // namespace poise
