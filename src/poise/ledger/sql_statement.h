// A prepared SQLite statement that is finalised when it goes, with values checked by type.
#pragma once

#include "poise/ledger/record_chain.h"

#include <memory>
#include <sqlite3.h>

namespace poise::internal {

class SqlStatement {
public:
  SqlStatement(sqlite3 *connection, const char *text);

  SqlStatement &bind(int index, std::int64_t value);
  SqlStatement &bind(int index, const std::string &value);
  SqlStatement &bind(int index, const Hash &value);

  // SQLITE_ROW, SQLITE_DONE, or what went wrong, now or when binding.
  int step();

  // A value of another type than the one asked for is none: SQLite stores any type anywhere.
  std::optional<std::int64_t> integer(int column) const;
  std::optional<std::string> text(int column) const;
  std::optional<Hash> hash(int column) const;

private:
  struct Finalize {
    void operator()(sqlite3_stmt *statement) const { sqlite3_finalize(statement); }
  };
  void note(int code);

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int trouble_ = SQLITE_OK;
};

} // namespace poise::internal
