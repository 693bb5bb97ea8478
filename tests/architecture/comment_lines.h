// The comments of a C++ source, line by line, with where they stand: for rules about their layout.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace poise::internal::architecture {

// A line that ends in a comment of two slashes.
struct CommentLine {
  std::size_t number; // from 1
  std::size_t width;  // of the whole line, code and all, in characters
  std::size_t margin; // how far from the left the slashes are
  std::size_t indent; // blanks between the slashes and the text
  std::string text;   // without blanks around it; empty where there is nothing but slashes
  bool after_code;    // on the same line

  // Right under the other, and as far from the left.
  bool follows(const CommentLine &other) const {
    return number == other.number + 1 && margin == other.margin && !after_code;
  }
};

std::vector<CommentLine> comment_lines(std::string_view source);

// How many characters there are in UTF-8 text.
std::size_t characters(std::string_view text);

} // namespace poise::internal::architecture
