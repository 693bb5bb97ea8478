// Plain text as lines and words, for formats without quotes.
#pragma once

#include <string_view>

namespace poise::internal {

// Lines end with a line feed, or a carriage return and a line feed.
class TextLines {
public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  // The next line without its end; false when there is none.
  bool next(std::string_view &line) {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
  }

  std::size_t number() const { return number_; } // of the line read last, from 1 on

private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

// Takes the next word off the line; an empty one when there is none left. Words are
// separated by spaces and tabs.
inline std::string_view next_word(std::string_view &line) {
  std::size_t start = 0;
  while (start < line.size() && (line[start] == ' ' || line[start] == '\t')) ++start;
  std::size_t end = start;
  while (end < line.size() && line[end] != ' ' && line[end] != '\t') ++end;
  const std::string_view word = line.substr(start, end - start);
  line.remove_prefix(end);
  return word;
}

} // namespace poise::internal
