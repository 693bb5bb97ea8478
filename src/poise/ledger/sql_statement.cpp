// Thin wrappers around the C interface of SQLite.
#include "poise/ledger/sql_statement.h"

#include <algorithm>

namespace poise::internal {

SqlStatement::SqlStatement(sqlite3 *connection, const char *text) {
  sqlite3_stmt *statement = nullptr;
  note(sqlite3_prepare_v2(connection, text, -1, &statement, nullptr));
  statement_.reset(statement);
}

void SqlStatement::note(int code) {
  if (trouble_ == SQLITE_OK) trouble_ = code;
}

SqlStatement &SqlStatement::bind(int index, std::int64_t value) {
  if (trouble_ == SQLITE_OK) note(sqlite3_bind_int64(statement_.get(), index, value));
  return *this;
}

SqlStatement &SqlStatement::bind(int index, const std::string &value) {
  if (trouble_ == SQLITE_OK)
    note(sqlite3_bind_text64(statement_.get(), index, value.data(), value.size(), SQLITE_TRANSIENT,
                             SQLITE_UTF8));
  return *this;
}

SqlStatement &SqlStatement::bind(int index, const Hash &value) {
  if (trouble_ == SQLITE_OK)
    note(sqlite3_bind_blob64(statement_.get(), index, value.data(), value.size(), SQLITE_TRANSIENT));
  return *this;
}

int SqlStatement::step() { return trouble_ != SQLITE_OK ? trouble_ : sqlite3_step(statement_.get()); }

std::optional<std::int64_t> SqlStatement::integer(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_INTEGER) return std::nullopt;
  return sqlite3_column_int64(statement_.get(), column);
}

std::optional<std::string> SqlStatement::text(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_TEXT) return std::nullopt;
  const unsigned char *bytes = sqlite3_column_text(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr) return std::nullopt;
  return std::string(bytes, bytes + size);
}

std::optional<Hash> SqlStatement::hash(int column) const {
  if (sqlite3_column_type(statement_.get(), column) != SQLITE_BLOB) return std::nullopt;
  const auto *bytes = static_cast<const unsigned char *>(sqlite3_column_blob(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  Hash result{};
  if (bytes == nullptr || static_cast<std::size_t>(size) != result.size()) return std::nullopt;
  std::copy_n(bytes, result.size(), result.begin());
  return result;
}

} // namespace poise::internal
