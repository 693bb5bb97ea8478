// What to say when the book itself is the trouble: missing, damaged, locked, full.
#pragma once

#include "poise/base/error.h"

#include <chrono>
#include <string>
#include <string_view>

namespace poise::internal {

// Where a book is, and how to get at it.
struct BookPlace {
  std::string shown; // the path as its owner wrote it, for messages
  std::string path;  // from the root, so that SQLite sees neither "file:" nor ":memory:"
  std::chrono::milliseconds wait;
  std::string vfs; // empty: the default
};

Error no_book(const BookPlace &place);
Error not_a_book(const BookPlace &place);
Error empty_book(const BookPlace &place);
Error newer_book(const BookPlace &place);
Error damaged_book(const BookPlace &place, std::string_view how);
Error book_with_two_names(const BookPlace &place);
Error hidden_directory(const BookPlace &place);

// For a result code of SQLite that is not success.
Error sqlite_trouble(const BookPlace &place, int code);

} // namespace poise::internal
