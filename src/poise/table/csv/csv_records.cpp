// A reader of separated text that copies a cell only where quotes stand inside it.
#include "poise/table/csv/csv_records.h"

#include "poise/table/short_decimal.h"

#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>

namespace poise::internal {
namespace {

// A word whose bytes are all c.
constexpr std::uint64_t eight(char c) { return 0x0101010101010101U * static_cast<unsigned char>(c); }

// Marks bytes that are zero. The lowest mark is right; above it there may be false ones.
constexpr std::uint64_t zeros(std::uint64_t word) {
  return (word - 0x0101010101010101U) & ~word & 0x8080808080808080U;
}

// Where the next separator or line end stands, from `at` on: eight bytes at a time.
std::size_t find_stop(std::string_view text, std::size_t at, char separator) {
  static_assert(std::endian::native == std::endian::little);
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word;
    std::memcpy(&word, text.data() + at, 8);
    const std::uint64_t marks =
        zeros(word ^ eight(separator)) | zeros(word ^ eight('\n')) | zeros(word ^ eight('\r'));
    if (marks != 0) return at + static_cast<std::size_t>(std::countr_zero(marks)) / 8;
  }
  while (at < text.size() && text[at] != separator && text[at] != '\n' && text[at] != '\r') ++at;
  return at;
}

template <class Cells> void clear(std::vector<Cells> &cells) { cells.clear(); }
void clear(CsvRecords::CellsAndText &cells) {
  cells.cells.clear();
  cells.text = {};
}

} // namespace

template <class Cells> CsvRecords::Next CsvRecords::next_record(Cells &cells) {
  while (true) {
    const std::size_t start = at_, line = next_line_;
    const Next next = next_record_here(cells);
    if (at_ < text_.size() || !feed_) return next;
    const std::size_t kept = text_.size() - start;
    const auto text = feed_->more(kept);
    if (!text) {
      error_ = text.error();
      return Next::failed;
    }
    if (text->size() == kept) feed_ = nullptr;
    text_ = *text;
    at_ = 0;
    next_line_ = line;
  }
}

// Leaves at_ at the end of the text where the record may go on behind it.
template <class Cells> CsvRecords::Next CsvRecords::next_record_here(Cells &cells) {
  clear(cells);
  if (!unquoted_.empty()) unquoted_.clear();
  if (at_ == text_.size()) return Next::end;
  line_ = next_line_;
  blank_ = text_[at_] == '\n' || text_[at_] == '\r';
  while (true) {
    if (!take_cell(cells)) {
      at_ = text_.size();
      return Next::open_quote;
    }
    if (at_ == text_.size()) return Next::record;
    if (text_[at_] != separator_) break;
    ++at_;
  }
  end_line();
  return Next::record;
}

CsvRecords::Next CsvRecords::next(std::vector<std::string_view> &cells) { return next_record(cells); }
CsvRecords::Next CsvRecords::next(std::vector<Cell> &cells) { return next_record(cells); }
CsvRecords::Next CsvRecords::next(CellsAndText &cells) { return next_record(cells); }

inline bool CsvRecords::take_cell(std::vector<std::string_view> &cells) {
  return find_cell(cells.emplace_back());
}

// Most cells are short numbers: those are read without looking for their end first.
inline bool CsvRecords::take_cell(std::vector<Cell> &cells) {
  const char *const at = text_.data() + at_, *const text_end = text_.data() + text_.size();
  double value = 0;
  const char *const end = read_short_decimal(at, text_end, value);
  if (end && (end == text_end || *end == separator_ || *end == '\n' || *end == '\r')) {
    at_ += static_cast<std::size_t>(end - at);
    cells.push_back({CellKind::number, value});
    return true;
  }
  std::string_view text;
  if (!find_cell(text)) return false;
  cells.push_back(read_cell(text));
  return true;
}

inline bool CsvRecords::take_cell(CellsAndText &cells) {
  if (cells.cells.size() != cells.place) return take_cell(cells.cells);
  cells.cells.push_back({CellKind::missing, std::numeric_limits<double>::quiet_NaN()});
  return find_cell(cells.text);
}

// Leaves at_ on a separator, a line end or the end of the text.
bool CsvRecords::find_cell(std::string_view &cell) {
  if (at_ < text_.size() && text_[at_] == '"') return find_quoted(cell);
  const std::size_t start = at_;
  at_ = find_stop(text_, start, separator_);
  cell = text_.substr(start, at_ - start);
  return true;
}

// Text between a closing quote and the next separator belongs to the cell.
bool CsvRecords::find_quoted(std::string_view &cell) {
  const std::size_t start = ++at_;
  std::string *copy = nullptr; // made when the cell is more than what stands between two quotes
  const auto take = [&](std::size_t first, std::size_t last) {
    if (!copy) copy = &unquoted_.emplace_back();
    copy->append(text_.substr(first, last - first));
  };
  for (std::size_t piece = start;;) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) return false;
    for (std::size_t i = at_; i < quote; ++i) next_line_ += text_[i] == '\n';
    at_ = quote + 1;
    if (at_ < text_.size() && text_[at_] == '"') { // doubled: one of them belongs to the cell
      take(piece, at_);
      piece = ++at_;
      continue;
    }
    const std::size_t behind = at_;
    at_ = find_stop(text_, behind, separator_);
    if (copy || at_ != behind) {
      take(piece, quote);
      take(behind, at_);
    }
    cell = copy ? std::string_view(*copy) : text_.substr(start, quote - start);
    return true;
  }
}

void CsvRecords::end_line() {
  if (text_[at_] == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') ++at_;
  ++at_;
  ++next_line_;
}

} // namespace poise::internal
