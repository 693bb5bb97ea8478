// SQLite with the settings that make a commit survive a power cut, and a doubtful file be left alone.
#include "poise/ledger/book_file.h"

#include "poise/ledger/book_header.h"
#include "poise/ledger/sql_statement.h"

#include <algorithm>
#include <climits>
#include <filesystem>
#include <fmt/format.h>
#include <stdexcept>
#include <unistd.h>

namespace poise::internal {
namespace {

constexpr const char *record_table =
    "CREATE TABLE record(number INTEGER PRIMARY KEY, body TEXT NOT NULL, hash BLOB NOT NULL)";
constexpr const char *head_table =
    "CREATE TABLE head(one INTEGER PRIMARY KEY, records INTEGER NOT NULL, seal BLOB NOT NULL)";

// The file as the VFS sees it. We never open it by other means: closing such a descriptor would drop
// every lock that this process holds on the book.
sqlite3_file *file_of(sqlite3 *connection) {
  sqlite3_file *file = nullptr;
  sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void *>(&file));
  if (file == nullptr || file->pMethods == nullptr)
    throw std::logic_error("poise: SQLite opened no file for the book");
  return file;
}

int size_of(sqlite3 *connection, sqlite3_int64 &size) {
  sqlite3_file *file = file_of(connection);
  return file->pMethods->xFileSize(file, &size);
}

// A file shorter than a header reads as one with zeros at its end, which is nobody's.
int read_header(sqlite3 *connection, HeaderBytes &bytes) {
  bytes.fill(0);
  sqlite3_file *file = file_of(connection);
  const int code = file->pMethods->xRead(file, bytes.data(), static_cast<int>(bytes.size()), 0);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

// SQLite syncs the directory if it can open it, and does without if it cannot.
bool directory_can_be_synced(const BookPlace &place) {
  std::error_code trouble;
  const std::filesystem::path target = std::filesystem::weakly_canonical(place.path, trouble);
  return trouble || access(target.parent_path().c_str(), F_OK) != 0 ||
         access(target.parent_path().c_str(), R_OK) == 0;
}

std::optional<Error> check_path(const BookPlace &place, BookFile::Access mode) {
  std::error_code ignored; // SQLite will meet the same trouble, and say so
  if (mode != BookFile::Access::read && !directory_can_be_synced(place)) return hidden_directory(place);
  const std::filesystem::file_status status = std::filesystem::status(place.path, ignored);
  if (!std::filesystem::exists(status)) {
    if (status.type() != std::filesystem::file_type::not_found || mode == BookFile::Access::create)
      return std::nullopt;
    return no_book(place);
  }
  if (!std::filesystem::is_regular_file(status)) return not_a_book(place);
  // SQLite takes a file of one byte for an empty one (a workaround for an old file system).
  if (std::filesystem::file_size(place.path, ignored) == 1) return not_a_book(place);
  // The journal has the name of the book: under another name, a crash would not be noticed.
  const std::uintmax_t names = std::filesystem::hard_link_count(place.path, ignored);
  if (!ignored && names > 1) return book_with_two_names(place);
  return std::nullopt;
}

} // namespace

void BookFile::Close::operator()(sqlite3 *connection) const {
  sqlite3_close(connection); // undoes a transaction that was not committed
}

Result<BookFile> BookFile::open(BookPlace place, Access access) {
  BookFile file(std::move(place));
  if (std::optional<Error> error = check_path(file.place_, access)) return *std::move(error);
  if (std::optional<Error> error = file.connect(access)) return *std::move(error);
  if (std::optional<Error> error = file.begin(access)) return *std::move(error);
  return file;
}

std::optional<Error> BookFile::connect(Access access) {
  sqlite3 *raw = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | (access == Access::create ? SQLITE_OPEN_CREATE : 0);
  const int opened = sqlite3_open_v2(place_.path.c_str(), &raw, flags | SQLITE_OPEN_FULLMUTEX,
                                     place_.vfs.empty() ? nullptr : place_.vfs.c_str());
  connection_.reset(raw);
  if (opened != SQLITE_OK) return sqlite_trouble(place_, opened);
  sqlite3_extended_result_codes(raw, 1);
  sqlite3_busy_timeout(raw, static_cast<int>(std::clamp<std::int64_t>(place_.wait.count(), 0, INT_MAX)));
  for (const int off : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                        SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_WRITABLE_SCHEMA})
    sqlite3_db_config(raw, off, 0, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);

  sqlite3_int64 size = 0;
  HeaderBytes header{};
  if (const int code = size_of(raw, size); code != SQLITE_OK) return sqlite_trouble(place_, code);
  if (const int code = read_header(raw, header); code != SQLITE_OK) return sqlite_trouble(place_, code);
  if (size == 0 && access != Access::create) return empty_book(place_);
  if (keeps_a_log(header)) return not_a_book(place_);

  // The first three matter to a new book alone. The next one reads the file, and undoes what a
  // crashed writer left half done.
  if (std::optional<Error> error = run(fmt::format("PRAGMA page_size={}; PRAGMA auto_vacuum=NONE; "
                                                   "PRAGMA encoding='UTF-8'; PRAGMA temp_store=MEMORY; "
                                                   "PRAGMA cell_size_check=ON; PRAGMA synchronous=EXTRA",
                                                   book_page)))
    return error;
  SqlStatement mode(raw, "PRAGMA journal_mode=DELETE");
  if (const int code = mode.step(); code != SQLITE_ROW) return sqlite_trouble(place_, code);
  if (mode.text(0) != "delete") throw std::logic_error("poise: the book would have no rollback journal");
  return std::nullopt;
}

std::optional<Error> BookFile::begin(Access access) {
  const bool writes = access != Access::read;
  // A transaction that only reads takes its lock with its first look.
  if (std::optional<Error> error = run(writes ? "BEGIN IMMEDIATE" : "BEGIN; SELECT 1 FROM sqlite_schema"))
    return error;
  sqlite3_int64 size = 0;
  HeaderBytes header{};
  if (const int code = size_of(connection_.get(), size); code != SQLITE_OK)
    return sqlite_trouble(place_, code);
  if (size == 0) return access == Access::create ? lay_out() : empty_book(place_);
  if (const int code = read_header(connection_.get(), header); code != SQLITE_OK)
    return sqlite_trouble(place_, code);
  switch (judge_header(header)) {
  case HeaderVerdict::ours:
    break;
  case HeaderVerdict::foreign:
    return not_a_book(place_);
  case HeaderVerdict::newer:
    return newer_book(place_);
  case HeaderVerdict::damaged:
    return damaged_book(place_, "its header is not as it was written");
  }
  // SQLite reads what is missing of the last page as zeros, and so might not notice.
  if (size % book_page != 0) return damaged_book(place_, "its end is missing");
  if (std::optional<Error> error = check_tables()) return error;
  return read_records();
}

// Two programs that create the same book come here one after the other, or one finds it made.
std::optional<Error> BookFile::lay_out() {
  if (std::optional<Error> error = run(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; {}; {}",
                                                   book_application, book_version, record_table, head_table)))
    return error;
  const Seal seal = chain_.seal();
  SqlStatement insert(connection_.get(), "INSERT INTO head VALUES(1, ?, ?)");
  if (const int code = insert.bind(1, seal.count).bind(2, seal.hash).step(); code != SQLITE_DONE)
    return sqlite_trouble(place_, code);
  return std::nullopt;
}

std::optional<Error> BookFile::check_tables() {
  SqlStatement tables(connection_.get(), "SELECT sql FROM sqlite_schema ORDER BY rowid");
  std::vector<std::optional<std::string>> found;
  int code = SQLITE_OK;
  while ((code = tables.step()) == SQLITE_ROW) found.push_back(tables.text(0));
  if (code != SQLITE_DONE) return sqlite_trouble(place_, code);
  if (found != std::vector<std::optional<std::string>>{record_table, head_table})
    return damaged_book(place_, "its tables are not those of a book");
  SqlStatement check(connection_.get(), "PRAGMA quick_check(1)");
  code = check.step();
  if (code != SQLITE_ROW) return sqlite_trouble(place_, code);
  if (check.text(0) != "ok") return damaged_book(place_, "its pages do not fit together");
  return std::nullopt;
}

std::optional<Error> BookFile::read_records() {
  SqlStatement rows(connection_.get(), "SELECT number, body, hash FROM record ORDER BY number");
  int code = SQLITE_OK;
  while ((code = rows.step()) == SQLITE_ROW) {
    const std::optional<std::int64_t> number = rows.integer(0);
    std::optional<std::string> body = rows.text(1);
    const std::optional<Hash> hash = rows.hash(2);
    if (!number || !body || !hash) return damaged_book(place_, "a record is not as it was written");
    records_.push_back({*number, *std::move(body), *hash});
  }
  if (code != SQLITE_DONE) return sqlite_trouble(place_, code);

  SqlStatement head(connection_.get(), "SELECT records, seal FROM head WHERE one = 1");
  code = head.step();
  if (code == SQLITE_DONE) return damaged_book(place_, "it has no seal");
  if (code != SQLITE_ROW) return sqlite_trouble(place_, code);
  const std::optional<std::int64_t> count = head.integer(0);
  const std::optional<Hash> seal = head.hash(1);
  if (!count || !seal) return damaged_book(place_, "its seal is not as it was written");
  if (const std::optional<std::string> wrong = chain_.follow(records_, {*count, *seal}))
    return damaged_book(place_, *wrong);
  return std::nullopt;
}

Result<StoredRecord> BookFile::append(std::string body) {
  StoredRecord record = chain_.append(std::move(body));
  if (std::optional<Error> error = store(record)) return *std::move(error);
  if (std::optional<Error> error = run("COMMIT")) return *std::move(error);
  return record;
}

std::optional<Error> BookFile::store(const StoredRecord &record) {
  SqlStatement insert(connection_.get(), "INSERT INTO record VALUES(?, ?, ?)");
  const int inserted = insert.bind(1, record.number).bind(2, record.body).bind(3, record.hash).step();
  if (inserted != SQLITE_DONE) return sqlite_trouble(place_, inserted);
  const Seal seal = chain_.seal();
  SqlStatement update(connection_.get(), "UPDATE head SET records = ?, seal = ? WHERE one = 1");
  const int updated = update.bind(1, seal.count).bind(2, seal.hash).step();
  if (updated != SQLITE_DONE) return sqlite_trouble(place_, updated);
  return std::nullopt;
}

std::optional<Error> BookFile::run(const std::string &commands) {
  const int code = sqlite3_exec(connection_.get(), commands.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return sqlite_trouble(place_, code);
  return std::nullopt;
}

} // namespace poise::internal
