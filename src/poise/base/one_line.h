// Names come from files and users: whatever they hold, a line stays a line.
#pragma once

#include <algorithm>
#include <string>

namespace poise::internal {

// Control characters become spaces.
inline std::string one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return text;
}

} // namespace poise::internal
