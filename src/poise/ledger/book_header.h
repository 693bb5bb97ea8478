// The first hundred bytes of the file: whether SQLite should touch it at all, and whether it is ours.
#pragma once

#include <array>
#include <cstdint>

namespace poise::internal {

inline constexpr std::int64_t book_application = 0x706f6973; // "pois"
inline constexpr std::int64_t book_version = 1;
inline constexpr std::int64_t book_page = 4096; // bytes; a book is whole pages

using HeaderBytes = std::array<unsigned char, 100>;

enum class HeaderVerdict {
  ours,
  foreign, // another program's database, or none
  newer,   // ours, by a later version
  damaged, // ours, but with settings that we never write
};

// For a file that nobody is writing.
HeaderVerdict judge_header(const HeaderBytes &bytes);

// A database with a write-ahead log, which we never make. SQLite would fold the log into the file on
// the first look, so this is asked before.
bool keeps_a_log(const HeaderBytes &bytes);

} // namespace poise::internal
