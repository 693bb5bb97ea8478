// A reader of separated text that never copies more than a quoted cell.
#include "poise/table/csv_records.h"

namespace poise {

CsvRecords::CsvRecords(std::string text, char separator) : text_(std::move(text)), separator_(separator) {}

CsvRecords::Next CsvRecords::next(std::vector<std::string_view> &cells) {
  cells.clear();
  if (at_ == text_.size()) return Next::end;
  line_ = next_line_;
  blank_ = text_[at_] == '\n' || text_[at_] == '\r';
  while (true) {
    if (!read_cell(cells)) return Next::open_quote;
    if (at_ == text_.size()) return Next::record;
    if (text_[at_] != separator_) break;
    ++at_;
  }
  end_line();
  return Next::record;
}

// Leaves at_ on a separator, a line end or the end of the text.
bool CsvRecords::read_cell(std::vector<std::string_view> &cells) {
  const std::size_t start = at_;
  if (at_ < text_.size() && text_[at_] == '"') return read_quoted(cells);
  while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n' && text_[at_] != '\r') ++at_;
  cells.emplace_back(text_.data() + start, at_ - start);
  return true;
}

// Takes the quotes away in place; text between a closing quote and the next
// separator belongs to the cell.
bool CsvRecords::read_quoted(std::vector<std::string_view> &cells) {
  const std::size_t start = at_++;
  std::size_t end = start;
  bool inside = true;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (inside && c == '"') {
      const bool doubled = at_ + 1 < text_.size() && text_[at_ + 1] == '"';
      if (!doubled) {
        inside = false;
        continue;
      }
      ++at_;
    }
    if (!inside && (c == separator_ || c == '\n' || c == '\r')) break;
    if (inside && c == '\n') ++next_line_;
    text_[end++] = c;
  }
  cells.emplace_back(text_.data() + start, end - start);
  return !inside;
}

void CsvRecords::end_line() {
  if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
  ++at_;
  ++next_line_;
}

} // namespace poise
