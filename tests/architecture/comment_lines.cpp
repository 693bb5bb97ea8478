// Takes the comments of a source apart into lines.
#include "architecture/comment_lines.h"

#include "architecture/code_only.h"

#include <algorithm>
#include <optional>
#include <sstream>

namespace poise::internal::architecture {
namespace {

std::optional<CommentLine> comment_line(const std::string &line, const std::string &comment,
                                        std::size_t number) {
  const std::size_t slashes = comment.find_first_not_of(' ');
  if (slashes == std::string::npos || comment.compare(slashes, 2, "//") != 0) return std::nullopt;
  const std::string behind = comment.substr(slashes + 2);
  const std::size_t begin = std::min(behind.find_first_not_of(' '), behind.size());
  const std::size_t end = behind.find_last_not_of(' ') + 1;
  return CommentLine{.number = number,
                     .width = characters(line),
                     .margin = slashes,
                     .indent = begin,
                     .text = behind.substr(begin, std::max(begin, end) - begin),
                     .after_code = line.find_first_not_of(' ') < slashes};
}

} // namespace

std::vector<CommentLine> comment_lines(std::string_view source) {
  std::istringstream lines{std::string(source)};
  std::istringstream comments{comments_only(source)};
  std::vector<CommentLine> result;
  std::string comment;
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line) && std::getline(comments, comment);)
    if (auto found = comment_line(line, comment, ++number)) result.push_back(std::move(*found));
  return result;
}

std::size_t characters(std::string_view text) {
  // All bytes of a character but the first have the form 10xxxxxx.
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

} // namespace poise::internal::architecture
