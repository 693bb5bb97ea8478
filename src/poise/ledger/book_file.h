// One transaction on the SQLite file that holds a book: records, and the seal over them.
#pragma once

#include "poise/base/result.h"
#include "poise/ledger/book_trouble.h"
#include "poise/ledger/record_chain.h"

#include <memory>

struct sqlite3;

namespace poise::internal {

// PROMISE  A committed record is on the disk and survives a crash or power cut; of a record that was
//          not committed all is there or nothing. A file that is not a sound book is left as it is.
// WHY      A rollback journal beside the book, synchronous=EXTRA: the journal is on the disk before
//          the book is touched, the book before the journal is deleted, and the deletion before
//          the commit returns. docs/proofs/ledger.md
// ASSUMES  a disk that keeps what it says it has synced, and working locks: no network file systems
//          that fake them. The directory must be writable: the journal goes there.
// CHECKED  tests/ledger/crash_test.cpp, tests/ledger/damage_test.cpp
class BookFile {
public:
  enum class Access {
    read,   // shared with other readers
    write,  // nobody else writes until this is gone
    create, // the same, and an absent or empty file becomes a book without records
  };

  // Begins the transaction and reads all of the book. What is not committed when the object goes is
  // undone. A connection lives no longer than that: a fork, or a file replaced, finds none.
  static Result<BookFile> open(BookPlace place, Access access);

  const std::vector<StoredRecord> &records() const { return records_; }
  const BookPlace &place() const { return place_; }

  // Adds a record and makes it durable; the transaction is over. Gives the record's number and hash.
  Result<StoredRecord> append(std::string body);

private:
  struct Close {
    void operator()(sqlite3 *connection) const;
  };
  explicit BookFile(BookPlace place) : place_(std::move(place)) {}

  [[nodiscard]] std::optional<Error> connect(Access access);
  [[nodiscard]] std::optional<Error> begin(Access access);
  [[nodiscard]] std::optional<Error> lay_out();
  [[nodiscard]] std::optional<Error> check_tables();
  [[nodiscard]] std::optional<Error> read_records();
  [[nodiscard]] std::optional<Error> store(const StoredRecord &record);
  [[nodiscard]] std::optional<Error> run(const std::string &commands);

  BookPlace place_;
  std::unique_ptr<sqlite3, Close> connection_;
  RecordChain chain_;
  std::vector<StoredRecord> records_;
};

} // namespace poise::internal
