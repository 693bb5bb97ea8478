// The default VFS of SQLite, with a count of steps and a memory of what is surely on the disk.
#include "ledger/faulty_vfs.h"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <unistd.h>
#include <utility>

namespace poise::internal {
namespace {

FaultyVfs *the_vfs = nullptr; // the methods are plain functions

// SQLite allocates this, with room for the real file behind it.
struct FaultyFile {
  sqlite3_file base;
  FaultyVfs::InodePointer *inode;
  bool syncs_directory; // a journal that is new: its first sync makes its name durable
};

FaultyFile *faulty(sqlite3_file *file) { return reinterpret_cast<FaultyFile *>(file); }
FaultyVfs::Inode &inode(sqlite3_file *file) { return **faulty(file)->inode; }
sqlite3_file *real(sqlite3_file *file) { return reinterpret_cast<sqlite3_file *>(faulty(file) + 1); }
const sqlite3_io_methods *methods(sqlite3_file *file) { return real(file)->pMethods; }

FaultyVfs::Step step(FaultyVfs::Kind kind) {
  const FaultyVfs::Step next = the_vfs->next_step(kind);
  if (the_vfs->kills_now() && kind != FaultyVfs::Kind::write) kill(getpid(), SIGKILL);
  return next;
}

int close_file(sqlite3_file *file) {
  const int code = methods(file)->xClose(real(file));
  delete faulty(file)->inode;
  return code;
}

int read_file(sqlite3_file *file, void *bytes, int size, sqlite3_int64 offset) {
  return methods(file)->xRead(real(file), bytes, size, offset);
}

int write_file(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset) {
  const FaultyVfs::Step now = step(FaultyVfs::Kind::write);
  if (the_vfs->kills_now()) {
    methods(file)->xWrite(real(file), bytes, size / 2, offset);
    kill(getpid(), SIGKILL);
  }
  const auto *first = static_cast<const char *>(bytes);
  if (now.may_reach_the_disk) inode(file).pending.push_back({offset, std::string(first, first + size)});
  return now.code != SQLITE_OK ? now.code : methods(file)->xWrite(real(file), bytes, size, offset);
}

int truncate_file(sqlite3_file *file, sqlite3_int64 size) {
  const FaultyVfs::Step now = step(FaultyVfs::Kind::truncate);
  if (now.may_reach_the_disk) inode(file).pending.push_back({size, std::nullopt});
  return now.code != SQLITE_OK ? now.code : methods(file)->xTruncate(real(file), size);
}

void apply(std::string &bytes, const FaultyVfs::Change &change) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (!change.bytes) {
    bytes.resize(offset);
    return;
  }
  bytes.resize(std::max(bytes.size(), offset + change.bytes->size()));
  bytes.replace(offset, change.bytes->size(), *change.bytes);
}

int sync_file(sqlite3_file *file, int flags) {
  const FaultyVfs::Step now = step(FaultyVfs::Kind::sync);
  if (now.code != SQLITE_OK) return now.code;
  FaultyVfs::Inode &on_disk = inode(file);
  for (const FaultyVfs::Change &change : on_disk.pending) apply(on_disk.synced, change);
  on_disk.pending.clear();
  if (std::exchange(faulty(file)->syncs_directory, false)) the_vfs->directory_synced();
  return methods(file)->xSync(real(file), flags);
}

int file_size(sqlite3_file *file, sqlite3_int64 *size) { return methods(file)->xFileSize(real(file), size); }
int lock_file(sqlite3_file *file, int level) { return methods(file)->xLock(real(file), level); }
int unlock_file(sqlite3_file *file, int level) { return methods(file)->xUnlock(real(file), level); }
int check_lock(sqlite3_file *file, int *held) { return methods(file)->xCheckReservedLock(real(file), held); }
int control_file(sqlite3_file *file, int operation, void *argument) {
  return methods(file)->xFileControl(real(file), operation, argument);
}
int sector_size(sqlite3_file *file) { return methods(file)->xSectorSize(real(file)); }
int characteristics(sqlite3_file *file) { return methods(file)->xDeviceCharacteristics(real(file)); }

// Version 1: no memory maps, which would write behind our back.
constexpr sqlite3_io_methods faulty_methods = {
    1,         close_file,  read_file,  write_file,   truncate_file, sync_file,       file_size,
    lock_file, unlock_file, check_lock, control_file, sector_size,   characteristics, nullptr,
    nullptr,   nullptr,     nullptr,    nullptr,      nullptr};

int open_file(sqlite3_vfs *, sqlite3_filename path, sqlite3_file *file, int flags, int *out_flags) {
  file->pMethods = nullptr;
  const bool is_new = path != nullptr && !std::filesystem::exists(path);
  const bool makes = is_new && (flags & SQLITE_OPEN_CREATE) != 0;
  if (makes) {
    const FaultyVfs::Step now = step(FaultyVfs::Kind::open);
    if (now.code != SQLITE_OK) return now.code;
  }
  const int code = the_vfs->real()->xOpen(the_vfs->real(), path, real(file), flags, out_flags);
  if (code != SQLITE_OK) return code;
  faulty(file)->inode = new FaultyVfs::InodePointer(the_vfs->opened(path == nullptr ? "" : path, makes));
  faulty(file)->syncs_directory = makes && (flags & SQLITE_OPEN_MAIN_JOURNAL) != 0;
  file->pMethods = &faulty_methods;
  return SQLITE_OK;
}

int delete_file(sqlite3_vfs *, const char *path, int sync_directory) {
  const FaultyVfs::Step now = step(FaultyVfs::Kind::remove);
  if (now.may_reach_the_disk) the_vfs->removed(path);
  if (now.code != SQLITE_OK) return now.code;
  if (sync_directory != 0) the_vfs->directory_synced();
  return the_vfs->real()->xDelete(the_vfs->real(), path, sync_directory);
}

std::string contents(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// Of a change that was not synced, whole sectors may be on the disk.
void apply_torn(std::string &bytes, const FaultyVfs::Change &change, const FaultyVfs::Keeps &keeps) {
  if (!change.bytes) {
    if (keeps()) apply(bytes, change);
    return;
  }
  const auto size = static_cast<std::int64_t>(change.bytes->size());
  const auto whole = static_cast<std::int64_t>(FaultyVfs::sector);
  for (std::int64_t at = 0; at < size;) {
    const std::int64_t end = std::min(size, ((change.offset + at) / whole + 1) * whole - change.offset);
    const auto length = static_cast<std::size_t>(end - at);
    if (keeps())
      apply(bytes, {change.offset + at, change.bytes->substr(static_cast<std::size_t>(at), length)});
    at = end;
  }
}

} // namespace

FaultyVfs::FaultyVfs() : real_(sqlite3_vfs_find(nullptr)), vfs_(*real_) {
  if (the_vfs != nullptr) throw std::logic_error("one faulty disk at a time");
  the_vfs = this;
  vfs_.szOsFile = static_cast<int>(sizeof(FaultyFile)) + real_->szOsFile;
  vfs_.pNext = nullptr;
  vfs_.zName = name();
  vfs_.xOpen = open_file;
  vfs_.xDelete = delete_file;
  sqlite3_vfs_register(&vfs_, 0);
}

FaultyVfs::~FaultyVfs() {
  sqlite3_vfs_unregister(&vfs_);
  the_vfs = nullptr;
}

void FaultyVfs::arm(Fault fault, long step_number) {
  fault_ = fault;
  at_ = step_number;
  steps_ = 0;
  now_.clear();
  synced_.clear();
  pending_.clear();
}

FaultyVfs::Step FaultyVfs::next_step(Kind kind) {
  ++steps_;
  const bool struck = fault_ == Fault::io_error_once ? steps_ == at_ : steps_ >= at_;
  if (fault_ == Fault::none || fault_ == Fault::kill || !struck) return {};
  if (fault_ == Fault::full) {
    const bool needs_room = kind == Kind::write || kind == Kind::open;
    return needs_room ? Step{false, SQLITE_FULL} : Step{};
  }
  const bool in_flight = fault_ == Fault::power_cut && steps_ == at_;
  switch (kind) {
  case Kind::write:
    return {in_flight, SQLITE_IOERR_WRITE};
  case Kind::truncate:
    return {in_flight, SQLITE_IOERR_TRUNCATE};
  case Kind::sync:
    return {in_flight, SQLITE_IOERR_FSYNC};
  case Kind::remove:
    return {in_flight, SQLITE_IOERR_DELETE};
  case Kind::open:
    return {in_flight, SQLITE_CANTOPEN};
  }
  return {};
}

FaultyVfs::InodePointer FaultyVfs::opened(const std::string &path, bool is_new) {
  if (path.empty()) return std::make_shared<Inode>(); // a temporary file
  const auto known = now_.find(path);
  if (known != now_.end() && !is_new) return known->second;
  auto made = std::make_shared<Inode>();
  now_[path] = made;
  if (is_new) {
    pending_.push_back({path, made});
  } else {
    made->synced = contents(path);
    synced_[path] = made;
  }
  return made;
}

void FaultyVfs::removed(const std::string &path) {
  const auto known = now_.find(path);
  if (known == now_.end() && std::filesystem::exists(path)) opened(path, false);
  now_.erase(path);
  pending_.push_back({path, nullptr});
}

void FaultyVfs::directory_synced() {
  for (const Renaming &renaming : pending_) synced_[renaming.path] = renaming.inode;
  pending_.clear();
}

void FaultyVfs::cut_power(const Keeps &keeps) {
  std::map<std::string, InodePointer> names = synced_;
  for (const auto &[path, inode_now] : now_) names.try_emplace(path); // perhaps never made
  for (const Renaming &renaming : pending_) {
    InodePointer &kept = names[renaming.path];
    if (keeps()) kept = renaming.inode;
  }
  for (const auto &[path, kept] : names) {
    std::filesystem::remove(path);
    if (kept == nullptr) continue;
    std::string bytes = kept->synced;
    for (const Change &change : kept->pending) apply_torn(bytes, change, keeps);
    std::ofstream(path, std::ios::binary) << bytes;
  }
  arm(Fault::none, 0);
}

} // namespace poise::internal
