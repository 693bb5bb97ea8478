// Every way a book can fail, in two lines. Nothing is released on a book that fails.
#include "poise/ledger/book_trouble.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace poise::internal {
namespace {

Error refuse(std::string wrong, std::string remedy) {
  return {ErrorKind::ledger_refuses, std::move(wrong), std::move(remedy)};
}

} // namespace

Error no_book(const BookPlace &place) {
  return refuse(fmt::format("there is no book of budgets at {}", place.shown),
                fmt::format("open one: poise ledger create {} --dataset NAME --rho R", place.shown));
}

Error not_a_book(const BookPlace &place) {
  return refuse(fmt::format("{} is not a book of budgets", place.shown),
                "name another file; this one was left as it is");
}

Error empty_book(const BookPlace &place) {
  return refuse(fmt::format("{} is empty, so it is no book of budgets", place.shown),
                "restore the book from a copy, or if it was just being created, create it again");
}

Error newer_book(const BookPlace &place) {
  return refuse(fmt::format("the book {} was written by a newer poise", place.shown),
                "use that version, or a book of this one");
}

Error damaged_book(const BookPlace &place, std::string_view how) {
  return refuse(fmt::format("the book {} is damaged: {}", place.shown, how),
                "restore it from a copy and count what was released since; nothing is released without it");
}

Error book_with_two_names(const BookPlace &place) {
  return refuse(fmt::format("the book {} has several names (hard links)", place.shown),
                "keep one name for it: after a crash, the others would show a broken book");
}

Error hidden_directory(const BookPlace &place) {
  return refuse(
      fmt::format("the directory of the book {} may not be read, so a power cut could undo a charge",
                  place.shown),
      "allow reading the directory: only what can be opened can be synced to the disk");
}

Error sqlite_trouble(const BookPlace &place, int code) {
  switch (code & 0xff) {
  case SQLITE_NOTADB:
    return not_a_book(place);
  case SQLITE_CORRUPT:
  case SQLITE_ERROR: // our own statements fail only on tables that are not ours
    return damaged_book(place, "its pages do not fit together");
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return refuse(fmt::format("the book {} has been in use by another program for {} ms", place.shown,
                              place.wait.count()),
                  "try again when that program is done");
  case SQLITE_READONLY:
  case SQLITE_PERM:
    return refuse(fmt::format("the book {} cannot be written", place.shown),
                  "allow writing to the file and to its directory, where its journal goes");
  case SQLITE_CANTOPEN:
    return refuse(fmt::format("the book {} or its journal cannot be opened", place.shown),
                  "see that its directory is there, and that both may be read and written");
  case SQLITE_FULL:
    return refuse(fmt::format("there is no room on the disk for the book {}", place.shown),
                  "free some space, and ask again");
  default:
    return refuse(
        fmt::format("the system could not read or write the book {} ({})", place.shown, sqlite3_errstr(code)),
        "see to the disk, and ask again");
  }
}

} // namespace poise::internal
